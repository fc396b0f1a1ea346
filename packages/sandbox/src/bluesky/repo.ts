import type { Sandbox } from '../core/sandbox.ts'
import { findBlobs } from './blobs.ts'
import { type Caller, requireActive, scopeMissing } from './caller.ts'
import { recordCid } from './encoding.ts'
import { type Entry, findEntry } from './entries.ts'
import { invalidRequest, XrpcError } from './errors.ts'
import { chargeWrite } from './rate-limits.ts'
import { POST, THREADGATE, validateRecord } from './record-types.ts'
import { removeRecord, storeRecord } from './repo-store.ts'
import { allowsRepo } from './scopes.ts'
import { blobs } from './store.ts'
import { isTid, tid } from './tid.ts'
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

/** Record keys of these collections are TIDs. */
const tidCollections = [POST, THREADGATE]

/** `com.atproto.repo.createRecord`. A key that exists is a 500 (bluesky.md §3.6). */
export function createRecord(sandbox: Sandbox, caller: Caller, input: WriteInput) {
  const rkey = input.rkey ?? tid(sandbox.clock.ms())
  const target = targetOf(caller, { ...input, rkey }, ['create'])
  const { record, validationStatus } = recordOf(sandbox, target, input)
  if (findEntry(sandbox, target.uri)) {
    throw new XrpcError(500, 'InternalServerError', 'Internal Server Error')
  }
  chargeWrite(sandbox, target.did, 'create')
  return write(sandbox, target, record, validationStatus)
}

/**
 * `com.atproto.repo.putRecord`. The same record again changes nothing; this is decided before
 * `swapRecord` is looked at, which is the cid that must be there, or null for none (bluesky.md §3.6).
 */
export function putRecord(sandbox: Sandbox, caller: Caller, input: WriteInput) {
  const target = targetOf(caller, input, ['create', 'update'])
  const { record, validationStatus } = recordOf(sandbox, target, input)
  const current = findEntry(sandbox, target.uri)
  const cid = recordCid(record)
  if (current?.cid === cid) return { uri: target.uri, cid, validationStatus }
  checkSwap(current, input.swapRecord)
  chargeWrite(sandbox, target.did, 'update')
  return write(sandbox, target, record, validationStatus)
}

/** `com.atproto.repo.deleteRecord`. A record that is already gone is no error. */
export function deleteRecord(sandbox: Sandbox, caller: Caller, input: WriteInput) {
  const target = targetOf(caller, input, ['delete'])
  const current = findEntry(sandbox, target.uri)
  if (!current) return {}
  checkSwap(current, input.swapRecord)
  chargeWrite(sandbox, target.did, 'delete')
  removeRecord(sandbox, target)
  return { commit: commit(sandbox) }
}

function targetOf(caller: Caller, input: WriteInput, actions: string[]): Target {
  const { repo, collection, rkey } = input
  for (const [key, value] of Object.entries({ repo, collection, rkey })) {
    if (typeof value !== 'string') throw invalidRequest(`Input must have the property "${key}"`)
  }
  const { account, scopes } = caller
  const name = String(collection)
  const key = String(rkey)
  if (repo !== account.id && repo !== account.username) {
    throw new XrpcError(401, 'AuthenticationRequired', 'Authentication Required')
  }
  requireActive(caller)
  if (!/^[a-z][a-z0-9-]*(\.[a-zA-Z0-9-]+){2,}$/.test(name)) {
    throw invalidRequest('Input/collection must be a valid nsid')
  }
  if (!allowsRepo(scopes, name, actions)) {
    const query = actions.map((action) => `action=${action}`).join('&')
    throw scopeMissing(`repo:${name}?${query}`)
  }
  const isValid = tidCollections.includes(name) ? isTid(key) : /^[\w.:~-]{1,512}$/.test(key)
  if (!isValid) throw invalidRequest(`Invalid record key for ${name}: "${key}"`)
  return { did: account.id, collection: name, rkey: key, uri: atUri(account.id, name, key) }
}

function recordOf(sandbox: Sandbox, { did, collection }: Target, { record, validate }: WriteInput) {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw invalidRequest('Input must have the property "record"')
  }
  const value = { $type: collection, ...record } as Record<string, unknown>
  if (value.$type !== collection) {
    throw invalidRequest(`Invalid $type: expected ${collection}, got ${value.$type}`)
  }
  const validationStatus =
    validate === false ? 'unknown' : validateRecord(sandbox, collection, value)
  if (validate === true && validationStatus === 'unknown') {
    throw invalidRequest(`Lexicon not found: ${collection}`)
  }
  findBlobs(sandbox, did, value)
  return { record: value, validationStatus }
}

function checkSwap(current: Entry | null, swapRecord: unknown): void {
  if (swapRecord === undefined) return
  const cid = current?.cid ?? null
  if (swapRecord !== cid) throw new XrpcError(400, 'InvalidSwap', `Record was at ${cid}`)
}

function write(
  sandbox: Sandbox,
  target: Target,
  record: Record<string, unknown>,
  validationStatus: string,
) {
  for (const { id } of findBlobs(sandbox, target.did, record)) {
    blobs.update(sandbox, id, { isReferenced: true })
  }
  storeRecord(sandbox, target, record)
  const cid = recordCid(record)
  return { uri: target.uri, cid, commit: commit(sandbox), validationStatus }
}

function commit(sandbox: Sandbox) {
  const rev = tid(sandbox.clock.ms())
  return { cid: recordCid({ rev }), rev }
}
