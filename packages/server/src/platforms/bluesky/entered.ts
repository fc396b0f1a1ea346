import { isPrivateHost, isPublicAddress } from '../../outbound/address.ts'

/** What a person entered as their account: a handle, a DID or the origin of a server. */
export type Entered =
  | { kind: 'handle'; handle: string }
  | { kind: 'did'; did: string }
  | { kind: 'server'; origin: string }

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const handleShape = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`)
const handleCharsMax = 253
/** Endings that are never handles; `test` is only for development (bluesky.md §1.1). */
const reservedEnding = /\.(?:alt|arpa|example|internal|invalid|local|localhost|onion)$/
const plcShape = /^did:plc:[a-z2-7]{24}$/
/** Marks of text direction and zero-width characters, which apps add when text is copied. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/**
 * Reads a handle with or without `@`, an `at://` address, the address of a profile, a DID or a server;
 * `null` for anything else (bluesky.md §1.1).
 */
export function parseEntered(text: string): Entered | null {
  const trimmed = text.replace(invisible, '').trim()
  const name = trimmed.replace(/^at:\/\//i, '').replace(/^@/, '')
  const url = /^https?:\/\//i.test(name) ? URL.parse(name) : null
  if (url) return parseAddress(url)
  const account = name.replace(/\/.*$/, '')
  return parseAccount(account)
}

function parseAddress(url: URL): Entered | null {
  const profile = /^\/profile\/([^/]+)/.exec(url.pathname)?.[1]
  if (url.hostname === 'bsky.app' && profile) return parseAccount(profile.replace(/%3A/gi, ':'))
  const isOrigin = url.href === `${url.origin}/`
  return isOrigin ? { kind: 'server', origin: url.origin } : null
}

function parseAccount(text: string): Entered | null {
  const did = parseDid(text)
  if (did) return { kind: 'did', did }
  const handle = parseHandle(text)
  return handle ? { kind: 'handle', handle } : null
}

/** A handle in lower case, or `null`. */
export function parseHandle(text: string): string | null {
  const handle = text.toLowerCase()
  const isValid =
    handle.length <= handleCharsMax && handleShape.test(handle) && !reservedEnding.test(handle)
  return isValid ? handle : null
}

/** A DID of a supported method: `did:plc`, or `did:web` with a host only. */
export function parseDid(text: string): string | null {
  if (plcShape.test(text)) return text
  const host = /^did:web:(.+)$/.exec(text)?.[1]
  return host && parseHandle(host) === host ? text : null
}

/**
 * The origin of a server that a person or a document names. It must be `https://host`: no port, no
 * literal address, no path or user. `isTrusted` allows origins of the configuration.
 */
export function parseServer(text: unknown, isTrusted: (origin: string) => boolean): string | null {
  const url = typeof text === 'string' && text.length <= 300 ? URL.parse(text) : null
  if (!url || url.href !== `${url.origin}/`) return null
  if (isTrusted(url.origin)) return url.origin
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPublicName = !isPrivateHost(host) && !isPublicAddress(host)
  return url.protocol === 'https:' && !url.port && isPublicName ? url.origin : null
}
