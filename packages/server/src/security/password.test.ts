import { argon2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { limits } from '../core/limits.ts'
import { hashPassword, isPassword, needsRehash } from './password.ts'

describe('a password', () => {
  test('is stored as Argon2id with its cost, and is verified', async () => {
    const stored = await hashPassword('correct horse battery')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(stored).not.toContain('horse')
    expect(await isPassword('correct horse battery', stored)).toBe(true)
    expect(await isPassword('correct horse batterY', stored)).toBe(false)
    expect(needsRehash(stored)).toBe(false)
  })

  test('has a different hash each time', async () => {
    expect(await hashPassword('x'.repeat(12))).not.toBe(await hashPassword('x'.repeat(12)))
  })

  test('matches when its characters are encoded differently', async () => {
    const stored = await hashPassword('Gr\u00fc\u00dfe aus K\u00f6ln')
    expect(await isPassword('Gru\u0308\u00dfe aus Ko\u0308ln', stored)).toBe(true)
  })

  test('hashed with other cost parameters is verified and needs a rehash', async () => {
    const stored = storedAt(1_024, 2)
    expect(await isPassword('correct horse battery', stored)).toBe(true)
    expect(needsRehash(stored)).toBe(true)
  })

  test.each([null, '', 'plain', '$argon2id$v=19$m=1$x$y'])(
    'is not the right one where %j is stored',
    async (stored) => {
      expect(await isPassword('correct horse battery', stored)).toBe(false)
    },
  )

  test('waits for a slot, and is rejected when too many wait', async () => {
    const { hashesAtOnce, hashesWaitingMax } = limits.signIn
    const many = Array.from({ length: hashesAtOnce + hashesWaitingMax + 3 }, () =>
      isPassword('x', null).then(
        () => 'done',
        (err: { code: string; retryAfterSeconds: number }) => [err.code, err.retryAfterSeconds],
      ),
    )
    const outcomes = await Promise.all(many)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(
      hashesAtOnce + hashesWaitingMax,
    )
    expect(outcomes.slice(-3)).toEqual(Array(3).fill(['rate_limited', 5]))
    expect(await isPassword('x', null)).toBe(false)
  }, 60_000)
})

function storedAt(memory: number, passes: number): string {
  const nonce = Buffer.from('somesaltsomesalt')
  const message = Buffer.from('correct horse battery')
  const cost = { memory, passes, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message, nonce, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(tag)}`
}
