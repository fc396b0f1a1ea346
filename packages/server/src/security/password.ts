import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'

/** The cost of Argon2id: memory in KiB and passes. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

/** Above OWASP's minimum (19 MiB, 2 passes); a hash takes about 70 ms and 32 MiB. */
export const defaultPasswordCost: PasswordCost = { memory: 32_768, passes: 3, parallelism: 1 }

const tagBytes = 32
const nonceBytes = 16
const phcShape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const busySeconds = 5
const { hashesAtOnce, hashesWaitingMax } = limits.signIn

/** Hashes a password for storage: Argon2id in PHC format. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const nonce = randomBytes(nonceBytes)
  const tag = await derive(password, nonce, cost)
  return `${prefixOf(cost)}${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * Whether the password matches the stored hash. Without a hash returns `false` after the time of
 * `cost`, so that the time does not reveal which emails exist.
 */
export async function isPassword(
  password: string,
  stored: string | null,
  cost: PasswordCost,
): Promise<boolean> {
  const parts = stored ? phcShape.exec(stored) : null
  if (!parts) {
    await derive(password, randomBytes(nonceBytes), cost)
    return false
  }
  const [, memory, passes, parallelism, nonce, tag] = parts
  const storedCost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const expected = Buffer.from(tag!, 'base64')
  const derived = await derive(password, Buffer.from(nonce!, 'base64'), storedCost)
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

/** Whether the hash was made with another cost. */
export function needsRehash(stored: string, cost: PasswordCost): boolean {
  return !stored.startsWith(prefixOf(cost))
}

function prefixOf({ memory, passes, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`
}

const waiting: (() => void)[] = []
let running = 0

/** Derives few hashes at a time, to bound memory; 429 when too many are waiting. */
async function derive(password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> {
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

async function argon2id(password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> {
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
