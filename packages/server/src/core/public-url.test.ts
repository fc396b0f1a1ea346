import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultRedirectUrl, loadConfig } from './config.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-url-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['https://social.example.com/', 'https://social.example.com'],
  ['https://Social.Example.com', 'https://social.example.com'],
  ['https://social.example.com:443', 'https://social.example.com'],
  ['http://localhost:4000', 'http://localhost:4000'],
])('PUBLIC_URL %s → URLs start with %s, as a parsed redirect_url does', (url, origin) => {
  const config = loadConfig({ DATA_DIR: folder, PUBLIC_URL: url })
  expect(config.publicUrl).toBe(origin)
  expect(defaultRedirectUrl(config)).toBe(new URL('/connect/done', url).href)
})
