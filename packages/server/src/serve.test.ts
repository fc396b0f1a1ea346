import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './core/config.ts'
import { startServer, stopServer } from './serve.ts'

test('a port that is used is found before the database is created', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-port-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { port } = other.address() as AddressInfo
  const config = readConfig({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' })
  await expect(startServer(config)).rejects.toThrow(`Port ${port} of 127.0.0.1 is already in use.`)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
})

test('a server that does not stop in order → the reason, and exit code 1', async () => {
  const stop = () => Promise.reject(new Error('The database is gone.'))
  const lines: string[] = []
  const code = await stopServer(Promise.resolve({ stop }), (line) => lines.push(line))
  expect([code, lines]).toEqual([1, ['Postern did not stop in order: The database is gone.\n']])
})

test('a server that stops → exit code 0; one that did not start reports itself', async () => {
  const lines: string[] = []
  const report = (line: string) => lines.push(line)
  const started = Promise.resolve({ stop: async () => {} })
  expect(await stopServer(started, report)).toBe(0)
  expect(await stopServer(Promise.reject(new Error('Port in use.')), report)).toBe(null)
  expect(lines).toEqual([])
})
