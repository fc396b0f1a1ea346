import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
const keyIdBytes = 4
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An AES-256 key; `id`, the first 4 bytes of its SHA-256, prefixes the values it sealed. */
export type SealingKey = { id: Buffer; key: Buffer }

/** The first key seals, any key opens: prepend a key to rotate. */
export type Keyring = readonly [SealingKey, ...SealingKey[]]

/** Parses base64 keys of 32 bytes each, the current one first. */
export function parseKeyring(texts: readonly string[]): Keyring {
  const keys = texts.map((text) => {
    const key = Buffer.from(text, 'base64')
    if (key.length !== 32) throw new Error('An encryption key must be 32 bytes in base64.')
    return { id: createHash('sha256').update(key).digest().subarray(0, keyIdBytes), key }
  })
  if (!keys[0]) throw new Error('At least one encryption key is needed.')
  return keys as unknown as Keyring
}

const sources = new WeakMap<Keyring, () => readonly string[]>()

/** A keyring that other processes can change; it is read again when a key is missing. */
export function reloadableKeyring(read: () => readonly string[]): Keyring {
  const keyring = parseKeyring(read())
  sources.set(keyring, read)
  return keyring
}

/** Reads a reloadable keyring again, in place, so that all its users get the new keys. */
export function refreshKeyring(keyring: Keyring): void {
  const read = sources.get(keyring)
  if (!read) return
  const fresh = parseKeyring(read())
  ;(keyring as unknown as SealingKey[]).splice(0, keyring.length, ...fresh)
}

/** The public name of a key: its id in hex. */
export function keyName(id: Buffer): string {
  return id.toString('hex')
}

/** The name of the key that sealed a value. */
export function sealingKeyName(sealed: Buffer): string {
  return keyName(sealed.subarray(0, keyIdBytes))
}

/**
 * Encrypts a text with AES-256-GCM. `purpose` names its row and is authenticated, so a value copied to
 * another row cannot be opened.
 */
export function seal(keyring: Keyring, purpose: string, text: string): Buffer {
  const { id, key } = keyring[0]
  const nonce = randomBytes(nonceBytes)
  const options = { authTagLength: tagBytes }
  const cipher = createCipheriv('aes-256-gcm', key, nonce, options).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([id, nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a value of `seal` with the same purpose; throws when it was altered or its key is missing. */
export function unseal(keyring: Keyring, purpose: string, sealed: Buffer): string {
  const key = findKey(keyring, sealed.subarray(0, keyIdBytes))
  const nonce = sealed.subarray(keyIdBytes, keyIdBytes + nonceBytes)
  const tag = sealed.subarray(keyIdBytes + nonceBytes, keyIdBytes + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag)
  const body = sealed.subarray(keyIdBytes + nonceBytes + tagBytes)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

/** Reloads the keyring for an unknown key, which `postern rotate-encryption-key` may have added. */
function findKey(keyring: Keyring, id: Buffer): SealingKey {
  const lookUp = () => keyring.find((candidate) => candidate.id.equals(id))
  let key = lookUp()
  if (!key) {
    refreshKeyring(keyring)
    key = lookUp()
  }
  if (!key) throw new Error('The key this value was sealed with is not in the keyring.')
  return key
}

/** A 256-bit random token in base64url, for links and nonces. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** 256 random bits as 43 characters of base62, for API keys. */
export function newBase62(): string {
  let value = BigInt(`0x${randomBytes(32).toString('hex')}`)
  let text = ''
  for (let digit = 0; digit < 43; digit += 1) {
    text = base62[Number(value % 62n)] + text
    value /= 62n
  }
  return text
}

/** The SHA-256 under which tokens and API keys are stored. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The same hash as a string with one character per byte: faster, for lookups in memory. */
export function hashTokenShort(token: string): string {
  return hash('sha256', token, 'latin1')
}

/** Compares two secrets in constant time. */
export function equalsSecret(left: string, right: string): boolean {
  return timingSafeEqual(hashToken(left), hashToken(right))
}
