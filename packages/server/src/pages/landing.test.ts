import { expect, test } from 'vitest'
import { landing } from './landing.ts'
import { documentOf } from './page.ts'

test('the start page names the version, and the sandbox only when there is one', async () => {
  const config = { publicUrl: 'http://localhost:4000', sandboxUrl: null }
  const plain = await documentOf(landing(config, '0.1.0'))
  expect(plain).toContain('Version 0.1.0')
  expect(plain).toContain('href="/docs"')
  expect(plain).not.toContain('Sandbox')
  const sandboxUrl = 'http://127.0.0.1:4100'
  expect(await documentOf(landing({ ...config, sandboxUrl }, '0.1.0'))).toContain(sandboxUrl)
})
