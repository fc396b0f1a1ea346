import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-alone-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts another process that holds the lock until it is killed. */
async function startHolder() {
  const source = `import { lockDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir-lock.ts'))}
    lockDataDir(process.argv[1]); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('a second process on the folder fails with a message; after a kill it starts', async () => {
  const other = await startHolder()
  expect(() => lockDataDir(folder)).toThrow(
    `Postern already runs on ${folder} (process ${other.pid}). Stop it first`,
  )
  const ended = once(other, 'exit')
  other.kill('SIGKILL')
  await ended
  const leave = lockDataDir(folder)
  expect(existsSync(join(folder, 'server.pid'))).toBe(true)
  leave()
  expect(existsSync(join(folder, 'server.pid'))).toBe(false)
})

test('another program with the pid of a dead process does not hold the lock', () => {
  writeFileSync(join(folder, 'server.pid'), `${process.ppid} 1\n`)
  lockDataDir(folder)()
  writeFileSync(join(folder, 'server.pid'), 'nonsense')
  lockDataDir(folder)()
})
