import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../core/config.ts'
import { announceServer, displayPath, isInstanceCommand } from './instance.ts'

test.each([
  ['/home/ada/postern/data', 'data/'],
  ['/home/ada/postern', './'],
  ['/home/ada/postern/..data', '..data/'],
  ['/srv/postern', '/srv/postern/'],
  ['/home/ada', '/home/ada/'],
])('the data folder %s is printed as %s in /home/ada/postern', (folder, printed) => {
  expect(displayPath(folder, '/home/ada/postern')).toBe(printed)
})

test.each([
  ['node\0scripts/start.ts\0', true],
  ['node\0/srv/packages/server/src/main.ts\0', true],
  ['node\0/srv/node_modules/.bin/postern\0start\0', true],
  ['node\0packages/server/bin/postern.mjs\0serve\0', true],
  ['node\0packages/server/bin/postern.mjs\0doctor\0', false],
  ['node\0packages/sandbox/src/main.ts\0', false],
  ['node\0serve\0', false],
])('the process %j is an instance: %s', (command, isInstance) => {
  expect(isInstanceCommand(command)).toBe(isInstance)
})

test.each([
  ['', true],
  ['postgresql://db.example/postern', false],
])('a server with DATABASE_URL %j writes what commands need to find it: %s', (url, isWritten) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-instance-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const publicUrl = 'https://posts.example.com'
  const env = { DATA_DIR: dataDir, PORT: '4321', PUBLIC_URL: publicUrl }
  announceServer(readConfig(url ? { ...env, DATABASE_URL: url } : env))
  const file = join(dataDir, 'instance.json')
  expect(existsSync(file)).toBe(isWritten)
  if (!isWritten) return
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ url: publicUrl, port: 4321 })
})
