import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const postern = join(import.meta.dirname, '../../bin/postern.mjs')

test('postern start in an empty folder serves the API with the printed key, and SIGTERM stops it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-start-'))
  const child = spawn(process.execPath, [postern, 'start', '--data-dir', folder], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  }
  try {
    while (!output.includes('Ctrl-C')) {
      const chunk = once(child.stdout, 'data').then(() => true)
      if (!(await Promise.race([chunk, closed.then(() => false)]))) throw new Error(output)
    }
    const [, api] = /API +(http\S+)/.exec(output)!
    const [, key] = /Owner key +(pst_owner_\S+)/.exec(output)!
    const response = await fetch(`${api}/me`, { headers: { authorization: `Bearer ${key}` } })
    expect([response.status, await response.json()]).toMatchObject([200, { object: 'me' }])
    child.kill('SIGTERM')
    expect(await closed).toEqual([0, null])
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
  } finally {
    child.kill('SIGKILL')
    await closed
    rmSync(folder, { recursive: true, force: true })
  }
})
