import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './core/config.ts'
import { startServer } from './serve.ts'

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
