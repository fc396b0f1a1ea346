import { randomBytes, randomInt } from 'node:crypto'

/** A random decimal ID of `length` digits, including its `prefix`. */
export function decimalId(prefix: string, length: number): string {
  let id = prefix
  while (id.length < length) id += randomInt(10)
  return id
}

/** An odd number between 2^53 and 2^54, which a JavaScript number cannot represent exactly. */
export function lossyId(): string {
  return `${decimalId('178414', 16)}${[1, 3, 5, 7, 9][randomInt(5)]}`
}

/** A random token of `bytes` random bytes after its prefix. */
export function token(prefix: string, bytes = 48): string {
  return prefix + randomBytes(bytes).toString('base64url')
}

/** A random short code, which identifies a post in its Meta permalink. */
export function shortcode(): string {
  return `D${randomBytes(8).toString('base64url')}`
}

/** A random `fbtrace_id`, as in Meta's errors. */
export function traceId(): string {
  return `A${randomBytes(16).toString('base64url')}`
}
