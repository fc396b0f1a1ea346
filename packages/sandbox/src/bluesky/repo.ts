import type { Sandbox } from '../core/sandbox.ts'
import { findBlobs } from './blobs.ts'
import { type Caller, requireActive, scopeMissing } from './caller.ts'
import { recordCid } from './encoding.ts'
import { type Entry, findEntry } from './entries.ts'
import { invalidRequest, XrpcError } from './errors.ts'
import { chargeWrite } from './rate-limits.ts'
import { validateRecord } from './record-types.ts'
import { removeRecord, storeRecord } from './repo-store.ts'
import { allowsRepo } from './scopes.ts'
import { blobs } from './store.ts'
import { tid } from './tid.ts'
import { atUri } from './uris.ts'

export type WriteInput = {
  repo?: unknown
  collection?: unknown
  rkey?: unknown
  record?: unknown
  validate?: unknown
  swapRecord?: unknown
}

type Target = { did: string; collection: string; rkey: string; uri: string }

/** `com.atproto.repo.createRecord`. A key that exists is a 500 (bluesky.md §3.6). */
export function createRecord(sandbox: Sandbox, caller: Caller, input: WriteInput) {
  const rkey = input.rkey ?? tid(sandbox.clock.ms())
  const target = targetOf(caller, { ...input, rkey }, ['create'])
  const { record, status } = recordOf(sandbox, target, input)
  if (findEntry(sandbox, target.uri)) {
    throw new XrpcError(500, 'InternalServerError', 'Internal Server Error')
  }
  chargeWrite(sandbox, target.did, 'create')
  return write(sandbox, target, record, status)
}

/**
 * `com.atproto.repo.putRecord`. The same record again changes nothing; this is decided before
 * `swapRecord` is looked at, which is the cid that must be there, or null for none (bluesky.md §3.6).
 */
export function putRecord(sandbox: Sandbox, caller: Caller, input: WriteInput) {
  const target = targetOf(caller, input, ['create', 'update'])
  const { record, status } = recordOf(sandbox, target, input)
  const current = findEntry(sandbox, target.uri)
  const cid = recordCid(record)
  if (current?.cid === cid) return { uri: target.uri, cid, ...status }
  checkSwap(current, input.swapRecord)
  chargeWrite(sandbox, target.did, 'update')
  return write(sandbox, target, record, status)
}

/** `com.atproto.repo.deleteRecord`. A record that is already gone is no error. */
export function deleteRecord(sandbox: Sandbox, caller: Caller, input: WriteInput) {
  const target = targetOf(caller, input, ['delete'])
  const current = findEntry(sandbox, target.uri)
  if (!current) return {}
  checkSwap(current, input.swapRecord || undefined)
  chargeWrite(sandbox, target.did, 'delete')
  removeRecord(sandbox, target)
  return { commit: commit(sandbox) }
}

function targetOf(caller: Caller, input: WriteInput, actions: string[]): Target {
  const { repo, collection, rkey } = input
  for (const [key, value] of Object.entries({ repo, collection, rkey })) {
    if (typeof value !== 'string') throw invalidRequest(`Missing required key "${key}" at $`)
  }
  const { account, scopes } = caller
  const name = String(collection)
  const key = String(rkey)
  if (!/^[a-z][a-z0-9-]*(\.[a-zA-Z0-9-]+){2,}$/.test(name)) {
    throw invalidRequest(`Invalid NSID (got "${name}") at $.collection`)
  }
  if (!/^[\w.:~-]{1,512}$/.test(key)) {
    throw invalidRequest(`Invalid record key (got "${key}") at $.rkey`)
  }
  requireActive(caller)
  if (repo !== account.id && repo !== account.username) {
    throw new XrpcError(401, 'AuthenticationRequired', 'Authentication Required')
  }
  const missing = actions.find((action) => !allowsRepo(scopes, name, action))
  if (missing) throw scopeMissing(`repo:${name}?action=${missing}`)
  return { did: account.id, collection: name, rkey: key, uri: atUri(account.id, name, key) }
}

function recordOf(sandbox: Sandbox, target: Target, { record, validate }: WriteInput) {
  const { did, collection } = target
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw invalidRequest('Missing required key "record" at $')
  }
  const value = { $type: collection, ...record } as Record<string, unknown>
  if (value.$type !== collection) {
    throw invalidRequest(`Invalid $type: expected ${collection}, got ${value.$type}`)
  }
  const status = validate === false ? {} : checked(sandbox, target, value, validate)
  findBlobs(sandbox, did, value)
  return { record: value, status }
}

/** What a write returns about the form of its record. */
type Status = { validationStatus?: 'valid' | 'unknown' }

function checked(
  sandbox: Sandbox,
  { collection, rkey }: Target,
  record: Record<string, unknown>,
  validate: unknown,
): Status {
  const validationStatus = validateRecord(sandbox, collection, rkey, record)
  if (validate === true && validationStatus === 'unknown') {
    throw invalidRequest(`Unknown lexicon type: ${collection}`)
  }
  return { validationStatus }
}

function checkSwap(current: Entry | null, swapRecord: unknown): void {
  if (swapRecord === undefined) return
  const cid = current?.cid ?? null
  if (swapRecord !== cid) throw new XrpcError(400, 'InvalidSwap', `Record was at ${cid}`)
}

function write(sandbox: Sandbox, target: Target, record: Record<string, unknown>, status: Status) {
  for (const { id } of findBlobs(sandbox, target.did, record)) {
    blobs.update(sandbox, id, { isReferenced: true })
  }
  storeRecord(sandbox, target, record)
  const cid = recordCid(record)
  return { uri: target.uri, cid, commit: commit(sandbox), ...status }
}

function commit(sandbox: Sandbox) {
  const rev = tid(sandbox.clock.ms())
  return { cid: recordCid({ rev }), rev }
}
