import type { Sandbox } from '../core/sandbox.ts'
import { type Entry, findEntry } from './entries.ts'
import { invalidRequest, XrpcError } from './errors.ts'
import { POST } from './record-types.ts'
import { postUris } from './repo-store.ts'
import { accountOf } from './servers.ts'
import { repoRecords } from './store.ts'
import { atUri, parseAtUri } from './uris.ts'

const PAGE_MAX = 100
const PAGE_DEFAULT = 50

/** `com.atproto.repo.getRecord`: from the repository itself, without the AppView's lag. */
export function getRecord(sandbox: Sandbox, query: URLSearchParams): Entry {
  const did = repoOf(sandbox, query)
  const uri = atUri(did, required(query, 'collection'), required(query, 'rkey'))
  const entry = findEntry(sandbox, uri)
  const cid = query.get('cid')
  if (!entry || (cid !== null && cid !== entry.cid)) {
    throw new XrpcError(400, 'RecordNotFound', `Could not locate record: ${uri}`)
  }
  return published(entry)
}

/** `com.atproto.repo.listRecords`: newest key first, or `reverse`. */
export function listRecords(sandbox: Sandbox, query: URLSearchParams) {
  const did = repoOf(sandbox, query)
  const collection = required(query, 'collection')
  const limit = pageSize(query)
  const isReverse = query.get('reverse') === 'true'
  const cursor = query.get('cursor')
  const keys = urisOf(sandbox, did, collection)
    .map((uri) => parseAtUri(uri)!.rkey)
    .sort()
  if (!isReverse) keys.reverse()
  const from = cursor === null ? 0 : keys.findIndex((key) => isAfter(key, cursor, isReverse))
  const page = from < 0 ? [] : keys.slice(from, from + limit)
  const records = page.map((rkey) => published(findEntry(sandbox, atUri(did, collection, rkey))!))
  return { records, ...(page.length > 0 ? { cursor: page.at(-1) } : {}) }
}

const isAfter = (key: string, cursor: string, isReverse: boolean) =>
  isReverse ? key > cursor : key < cursor

function urisOf(sandbox: Sandbox, did: string, collection: string): string[] {
  if (collection === POST) return postUris(sandbox, did)
  const prefix = `at://${did}/${collection}/`
  return repoRecords
    .all(sandbox)
    .map(({ id }) => id)
    .filter((id) => id.startsWith(prefix))
}

function published({ uri, cid, value }: Entry): Entry {
  return { uri, cid, value }
}

/** The DID of `repo`, which is a DID or handle. Repositories of strangers have only replies. */
function repoOf(sandbox: Sandbox, query: URLSearchParams): string {
  const repo = required(query, 'repo')
  const account = accountOf(sandbox, repo)
  if (account && account.status !== 'suspended') return account.id
  if (!account && hasReplies(sandbox, repo)) return repo
  throw invalidRequest(`Could not find repo: ${repo}`)
}

function hasReplies({ state }: Sandbox, did: string): boolean {
  return [...state.comments.values()].some(({ id }) => id.startsWith(`${did}/`))
}

export function invalidParams(reason: string): XrpcError {
  return invalidRequest(`Invalid params: ${reason}`)
}

export function required(query: URLSearchParams, name: string): string {
  const value = query.get(name)
  if (!value) throw invalidParams(`Missing required key "${name}"`)
  return value
}

/** `limit`, from 1 to 100. */
export function pageSize(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? PAGE_DEFAULT)
  if (Number.isInteger(limit) && limit >= 1 && limit <= PAGE_MAX) return limit
  throw invalidParams(`integer out of range (1 to ${PAGE_MAX}, got ${query.get('limit')})`)
}
