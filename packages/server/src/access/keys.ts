import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { ServiceError } from '../base/errors.ts'
import { gatherOf } from '../base/gather.ts'
import { hashTokenShort } from '../base/secrets.ts'
import type { Context } from '../context.ts'
import { byOnePlan } from '../database/kept.ts'
import type { Moment } from '../database/moment.ts'
import type { Reader } from '../database/open.ts'
import type { Permission } from '../resources/api-key.ts'
import { confirmScope, expectedScope, forgetScope } from './expected.ts'
import type { Scope } from './scope.ts'

const keyShape = /^pst_(owner|profile)_[A-Za-z0-9]{43}$/
const lastUsedStepMs = 60_000

/** A key as a request gives it, by the hash of its secret, and the profile that its header names. */
export type GivenKey = {
  /** Its 32 bytes, a character each. */
  readonly hash: string
  readonly reference: string | null
  /** Both in one, to compare by. */
  readonly word: string
}

/** The key of the `Authorization` and `Service-Profile` headers; 401 for what is none by its form. */
export function givenKey(headers: {
  authorization: string | undefined
  profile: string | undefined
}): GivenKey {
  const hash = hashTokenShort(bearer(headers.authorization))
  const reference = headers.profile ?? null
  return { hash, reference, word: reference === null ? hash : `${hash}/${reference}` }
}

/** What `authenticateKey` is likely to answer: enough to read ahead by, never to answer by. */
export function expectedOfKey(ctx: Context, given: GivenKey): Scope | undefined {
  return expectedScope(ctx.db.keeping, given.word)
}

/**
 * The scope of a request with an API key, the object of `expectedOfKey` where that was right. 401 for a
 * key that is unknown, expired or revoked; 403 `profile_mismatch` when a profile key comes with a
 * header naming another profile; 404 `profile_not_found` for an unknown profile in the header.
 */
export async function authenticateKey(ctx: Context, given: GivenKey): Promise<Scope> {
  const { keeping } = ctx.db
  try {
    const key = await requireKey(ctx, given)
    const scope = key.scope ?? scopeOf(key, given.reference ?? undefined)
    key.scope = confirmScope(keeping, given.word, scope)
    return key.scope
  } catch (err) {
    if (err instanceof ServiceError) forgetScope(keeping, given.word)
    throw err
  }
}

function scopeOf(key: KeyRow, reference: string | undefined): Scope {
  const own = key.profile_id ? { id: key.profile_id, externalId: key.profile_external_id } : null
  return {
    ownerId: key.owner_id,
    actor: { kind: 'api_key', id: key.id, name: key.name },
    kind: key.kind,
    profile: confine(key, own, reference),
    permissions: key.scopes ? new Set(key.scopes as Permission[]) : null,
    profileIds: null,
    hiddenProfileIds: key.hidden_profile_ids,
    sessionId: null,
  }
}

function bearer(header: string | undefined): string {
  if (!header) throw new ServiceError('api_key_missing')
  const [scheme, token, ...rest] = header.trim().split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) {
    throw new ServiceError('api_key_missing')
  }
  if (!keyShape.test(token)) throw new ServiceError('api_key_invalid')
  return token
}

async function requireKey(ctx: Context, given: GivenKey): Promise<KeyRow> {
  const now = ctx.clock.now()
  const key = await readRow(ctx, given)
  if (!key) throw new ServiceError('api_key_invalid')
  const isReplaced = key.ends_at !== null && key.ends_at <= now
  if (key.revoked_at || isReplaced || key.profile_deleting_at) {
    throw new ServiceError('api_key_revoked')
  }
  if (key.expires_at && key.expires_at <= now) throw new ServiceError('api_key_expired')
  await noteUse(ctx, key.id, key.last_used_at, now)
  return key
}

type KeyRow = {
  id: string
  owner_id: string
  profile_id: string | null
  kind: 'owner' | 'profile'
  name: string
  scopes: string[] | null
  expires_at: Date | null
  revoked_at: Date | null
  ends_at: Date | null
  last_used_at: Date | null
  profile_external_id: string | null
  profile_deleting_at: Date | null
  hidden_profile_ids: string[]
  named_id: string | null
  named_external_id: string | null
  /** Of all who asked with the same words at the same moment. */
  scope?: Scope
}

const readKeys = byOnePlan(
  ['hashes', 'references'],
  (_db, { hashes, references }) =>
    sql<KeyRow & { place: number }>`
    select asked.place::integer, key.id, key.owner_id, key.profile_id, key.kind, key.name, key.scopes,
      key.expires_at, key.revoked_at, key.ends_at, key.last_used_at,
      own.external_id as profile_external_id, own.deleting_at as profile_deleting_at,
      coalesce(by_id.id, by_external_id.id) as named_id,
      coalesce(by_id.external_id, by_external_id.external_id) as named_external_id,
      array(select id from profile hidden where hidden.owner_id = key.owner_id
        and hidden.deleting_at is not null and hidden.erased_at is null) as hidden_profile_ids
    from unnest(${hashes}::bytea[],
      ${references}::text[]) with ordinality as asked (hash, reference, place)
    join api_key key on key.secret_hash = asked.hash
    left join profile own on own.id = key.profile_id
    left join profile by_id on by_id.owner_id = key.owner_id and by_id.id = asked.reference collate "C"
      and by_id.deleting_at is null
    left join profile by_external_id on by_external_id.owner_id = key.owner_id
      and by_external_id.external_id = asked.reference collate "C" and by_external_id.deleting_at is null`,
)

type LastRow = { moment: Moment; row: KeyRow }

const wordsMax = 2_000
/** The words are what a request says, of any length that a header may have. */
const charsMax = 500_000
const lastRows = new WeakMap<Reader, LRUCache<string, LastRow>>()

function noneRead(): LRUCache<string, LastRow> {
  return new LRUCache({
    max: wordsMax,
    maxSize: charsMax,
    sizeCalculation: (_last, word) => word.length,
  })
}

/**
 * The key as it is now: asked about anew for each request, so that one that was revoked ends with the
 * commit, in every process. Where nothing at all was committed since it was read it is as it was.
 */
async function readRow(ctx: Context, given: GivenKey): Promise<KeyRow | null> {
  const { keeping } = ctx.db
  const rows = lastRows.get(keeping) ?? noneRead()
  lastRows.set(keeping, rows)
  const moment = await ctx.db.moment()
  const last = rows.get(given.word)
  if (last && last.moment === moment) return last.row
  const row = await findRow(keeping, given)
  if (row && moment) rows.set(given.word, { moment, row })
  return row
}

/** What arrives at the same moment shares one query. */
const findRow = gatherOf(findRows)

async function findRows(db: Reader, questions: GivenKey[]): Promise<(KeyRow | null)[]> {
  const words = questions.map(({ word }) => word)
  const distinct = new Map(questions.map((question, place) => [words[place]!, question]))
  const asked = [...distinct.values()]
  const rows = await readKeys(db, {
    hashes: asked.map(({ hash }) => Buffer.from(hash, 'latin1')),
    references: asked.map(({ reference }) => reference),
  })
  for (const row of rows) row.hidden_profile_ids = hiddenOf(row)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  const byWord = new Map([...distinct.keys()].map((word, n) => [word, byPlace.get(n + 1) ?? null]))
  return words.map((word) => byWord.get(word)!)
}

const ownersMax = 200
const hiddenOfOwner = new LRUCache<string, string[]>({ max: ownersMax })

/** One list for all who ask of an owner: thousands may be known, each of its scope (`expected.ts`). */
function hiddenOf({ owner_id: owner, hidden_profile_ids: ids }: KeyRow): string[] {
  const last = hiddenOfOwner.get(owner)
  if (last?.length === ids.length && last.every((id, place) => id === ids[place])) return last
  hiddenOfOwner.set(owner, ids)
  return ids
}

/** Kept to the minute, so that a busy key does not write with every request. */
async function noteUse(ctx: Context, id: string, last: Date | null, now: Date): Promise<void> {
  if (last && now.getTime() - last.getTime() < lastUsedStepMs) return
  await ctx.db.read.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).execute()
}

function confine(key: KeyRow, own: Scope['profile'], header: string | undefined): Scope['profile'] {
  if (header === undefined) return own
  if (own) {
    if (header === own.id || header === own.externalId) return own
    throw new ServiceError('profile_mismatch', { actorId: key.id })
  }
  if (!key.named_id) throw new ServiceError('profile_not_found', { actorId: key.id })
  return { id: key.named_id, externalId: key.named_external_id }
}
