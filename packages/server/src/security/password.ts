import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'

/** Argon2id above OWASP's minimum (19 MiB, 2 passes); a hash takes about 70 ms and 32 MiB. */
const current = { memory: 32_768, passes: 3, parallelism: 1 } as const
const tagBytes = 32
const nonceBytes = 16
const phcShape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const busySeconds = 5
const { hashesAtOnce, hashesWaitingMax } = limits.signIn

type Cost = { memory: number; passes: number; parallelism: number }

/** Hashes a password for storage: Argon2id in PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceBytes)
  const tag = await derive(password, nonce, current)
  const { memory, passes, parallelism } = current
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * Whether the password matches the stored hash. Without a hash returns `false` after the same time, so
 * that the time does not reveal which emails exist.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = stored ? phcShape.exec(stored) : null
  if (!parts) {
    await derive(password, randomBytes(nonceBytes), current)
    return false
  }
  const [, memory, passes, parallelism, nonce, tag] = parts
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag!, 'base64')
  const derived = await derive(password, Buffer.from(nonce!, 'base64'), cost)
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

/** Whether the hash was made with other cost parameters than the current ones. */
export function needsRehash(stored: string): boolean {
  const { memory, passes, parallelism } = current
  return !stored.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`)
}

const waiting: (() => void)[] = []
let running = 0

/** Derives few hashes at a time, to bound memory; 429 when too many are waiting. */
async function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  if (running >= hashesAtOnce) {
    if (waiting.length >= hashesWaitingMax) {
      throw new ServiceError('rate_limited', { retryAfterSeconds: busySeconds })
    }
    await new Promise<void>((resume) => waiting.push(resume))
  } else {
    running += 1
  }
  try {
    return await argon2id(password, nonce, cost)
  } finally {
    // Hand the slot to the next waiting call.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

async function argon2id(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  // Systems may encode the same typed characters differently (RFC 8265 §4).
  const message = Buffer.from(password.normalize('NFC'), 'utf8')
  return await new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength: tagBytes, ...cost }, (err, tag) =>
      err ? reject(err) : resolve(tag),
    )
  })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
