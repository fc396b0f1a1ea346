import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from './log.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-log-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

test('a log file that others could read gets mode 0600', () => {
  const file = join(folder, 'postern.log')
  writeFileSync(file, '', { mode: 0o644 })
  createLog({ level: 'info', file })
  expect(modeOf(file)).toBe(0o600)
})

test('a path that is not a regular file, like /dev/null, keeps its mode', () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', ['-m', '644', pipe])
  // Keep a reader, because opening the pipe to write would wait for one.
  const descriptor = openSync(pipe, 'r+')
  createLog({ level: 'info', file: pipe })
  closeSync(descriptor)
  expect(modeOf(pipe)).toBe(0o644)
})
