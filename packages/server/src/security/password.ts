import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'

/** Argon2id above OWASP's least (19 MiB, 2 passes); about 70 ms and 32 MiB for each. */
const current = { memory: 32_768, passes: 3, parallelism: 1 } as const
const tagBytes = 32
const nonceBytes = 16
const phcShape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const busySeconds = 5
const { hashesAtOnce, hashesWaitingMax } = limits.signIn

type Cost = { memory: number; passes: number; parallelism: number }

/** The password as it is stored: Argon2id in the PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceBytes)
  const tag = await derive(password, nonce, current)
  const { memory, passes, parallelism } = current
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * Whether the password is the stored one. Without a stored one it takes as long and is `false`, so
 * that nobody learns from the time which e-mails are known.
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

/** Whether it was stored at another cost than today's, and should be stored anew. */
export function needsRehash(stored: string): boolean {
  const { memory, passes, parallelism } = current
  return !stored.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`)
}

const waiting: (() => void)[] = []
let running = 0

/** Few at once, or many who sign in would take all memory; 429 when too many wait. */
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
    // The place goes to the next in line, if there is one.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

async function argon2id(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  // The same letters typed on another system are the same password (RFC 8265 §4).
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
