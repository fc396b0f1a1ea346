import { argon2Sync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../core/config.ts'
import { limits } from '../core/limits.ts'
import { defaultPasswordCost, hashPassword, isPassword, needsRehash } from './password.ts'

/** The real cost is used only where it is what a test is about. */
const lowCost = { memory: 8, passes: 1, parallelism: 1 }

describe('a password', () => {
  test('is stored as Argon2id with its cost, and is verified', async () => {
    const stored = await hashPassword('correct horse battery', defaultPasswordCost)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(stored).not.toContain('horse')
    expect(await isPassword('correct horse battery', stored, lowCost)).toBe(true)
    expect(await isPassword('correct horse batterY', stored, lowCost)).toBe(false)
    expect(needsRehash(stored, defaultPasswordCost)).toBe(false)
  })

  test('is hashed at the full cost by a server, whatever its environment', () => {
    const folder = mkdtempSync(join(tmpdir(), 'postern-password-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const config = loadConfig({ DATA_DIR: folder, PASSWORD_COST: '1' })
    expect(config.passwordCost).toEqual({ memory: 32_768, passes: 3, parallelism: 1 })
  })

  test('has a different hash each time', async () => {
    const hash = () => hashPassword('x'.repeat(12), lowCost)
    expect(await hash()).not.toBe(await hash())
  })

  test('matches when its characters are encoded differently', async () => {
    const stored = await hashPassword('Gr\u00fc\u00dfe aus K\u00f6ln', lowCost)
    expect(await isPassword('Gru\u0308\u00dfe aus Ko\u0308ln', stored, lowCost)).toBe(true)
  })

  test('hashed with other cost parameters is verified and needs a rehash', async () => {
    const stored = storedAt(1_024, 2)
    expect(await isPassword('correct horse battery', stored, lowCost)).toBe(true)
    expect(needsRehash(stored, defaultPasswordCost)).toBe(true)
  })

  test.each([null, '', 'plain', '$argon2id$v=19$m=1$x$y'])(
    'is not the right one where %j is stored',
    async (stored) => {
      expect(await isPassword('correct horse battery', stored, lowCost)).toBe(false)
    },
  )

  test('waits for a slot, and is rejected when too many wait', async () => {
    const { hashesAtOnce, hashesWaitingMax } = limits.signIn
    const many = Array.from({ length: hashesAtOnce + hashesWaitingMax + 3 }, () =>
      isPassword('x', null, lowCost).then(
        () => 'done',
        (err: { code: string; retryAfterSeconds: number }) => [err.code, err.retryAfterSeconds],
      ),
    )
    const outcomes = await Promise.all(many)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(
      hashesAtOnce + hashesWaitingMax,
    )
    expect(outcomes.slice(-3)).toEqual(Array(3).fill(['rate_limited', 5]))
    expect(await isPassword('x', null, lowCost)).toBe(false)
  })
})

function storedAt(memory: number, passes: number): string {
  const nonce = Buffer.from('somesaltsomesalt')
  const message = Buffer.from('correct horse battery')
  const cost = { memory, passes, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message, nonce, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(tag)}`
}
