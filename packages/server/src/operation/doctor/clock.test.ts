import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '../../core/config.ts'
import { clockAddresses, describeClock, outsideClockOffsetMs } from './address.ts'

const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** A server whose Date header is off by this many milliseconds. */
const clockOff = (ms: number) =>
  serve((_request, response) => {
    response.setHeader('date', new Date(Date.now() + ms).toUTCString())
    response.end()
  })

const withoutDate: RequestListener = (_request, response) => {
  response.sendDate = false
  response.end()
}

test.each([
  ['is right', 0, 'ok'],
  ['is a minute ahead of true time', -60_000, 'problem'],
  ['is an hour behind true time', 3_600_000, 'problem'],
  ['is ten seconds behind true time', 10_000, 'warning'],
])('a clock that %s is seen by the Date of a server outside', async (_how, ms, level) => {
  const offset = await outsideClockOffsetMs([await clockOff(ms)])
  // The header has whole seconds, and the response takes time.
  expect(Math.abs(offset! + ms)).toBeLessThan(2_500)
  const finding = describeClock(0, offset)
  expect(finding.level).toBe(level)
  if (level === 'problem') {
    expect(finding.text).toMatch(ms < 0 ? /ahead of internet time/ : /behind internet time/)
    expect(finding.advice![0]).toContain('NTP')
  }
})

test('addresses without a response or a valid Date are skipped', async () => {
  const silent = await serve(() => {})
  const closed = 'http://127.0.0.1:9/'
  const undated = await serve(withoutDate)
  const unreadable = await serve((_request, response) => {
    response.setHeader('date', 'soon')
    response.end()
  })
  const offset = await outsideClockOffsetMs(
    [closed, silent, undated, unreadable, await clockOff(-120_000)],
    300,
  )
  expect(Math.abs(offset! - 120_000)).toBeLessThan(2_500)
  expect(await outsideClockOffsetMs([closed, undated, unreadable], 300)).toBeNull()
})

test('redirects are not followed, and their Date counts', async () => {
  let followed = 0
  const elsewhere = await serve((_request, response) => {
    followed += 1
    response.end()
  })
  const moved = await serve((_request, response) => {
    response.writeHead(302, { location: elsewhere }).end()
  })
  expect(await outsideClockOffsetMs([moved])).not.toBeNull()
  expect(followed).toBe(0)
})

test('no reachable outside clock is reported and is ok', () => {
  expect(describeClock(0, null)).toMatchObject({
    level: 'ok',
    text: expect.stringContaining('internet time was not checked'),
  })
})

test('each platform with https is used once, the sandbox never', () => {
  const real = loadConfig({
    DATA_DIR: '/tmp/postern-clock-test',
    ENCRYPTION_KEYS: Buffer.alloc(32, 1).toString('base64'),
    THREADS_APP_ID: '1',
    THREADS_APP_SECRET: 'a-secret-of-threads',
  })
  expect(clockAddresses(real).every((address) => address.startsWith('https:'))).toBe(true)
  const platforms = loadConfig({
    DATA_DIR: '/tmp/postern-clock-test',
    SANDBOX_URL: 'http://localhost:4100',
  })
  expect(clockAddresses(platforms)).toEqual([])
})
