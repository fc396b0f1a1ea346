import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './ports.ts'

const host = '127.0.0.1'

test('a port that is kept for another program, or in use, is skipped', async () => {
  const port = await freePort(24_100)
  expect(await freePort(port, host, port)).toBeGreaterThan(port)
  const server = createServer()
  await new Promise((resolve) => server.listen(port, host, () => resolve(undefined)))
  expect(await freePort(port)).toBeGreaterThan(port)
  await new Promise((resolve) => server.close(resolve))
})
