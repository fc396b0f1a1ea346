import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, useTestApp } from '../../../test/test-app.ts'
import { checkAddress } from './address.ts'
import type { Finding } from './finding.ts'

type Forward = (headers: IncomingHttpHeaders) => string | undefined

const closers: (() => void)[] = []
const testApp = useTestApp({ listening: true })
/** An app whose proxy, on this machine, is not in TRUSTED_PROXIES. */
let distrusting: TestApp

beforeAll(async () => {
  distrusting = await openTestApp({ listening: true, env: { TRUSTED_PROXIES: '10.0.0.0/8' } })
})
afterAll(async () => {
  for (const close of closers) close()
  await distrusting.close()
})

/** The doctor's finding for a reverse proxy that sends `forward` as X-Forwarded-For. */
async function checkBehind(forward: Forward, of = testApp): Promise<Finding> {
  const { port } = new URL(of.ctx.config.publicUrl)
  const proxy = createServer((incoming, outgoing) => {
    const { 'x-forwarded-for': _sent, ...rest } = incoming.headers
    const value = forward(incoming.headers)
    const headers = { ...rest, ...(value ? { 'x-forwarded-for': value } : {}) }
    request({ host: '127.0.0.1', port, path: incoming.url, headers, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers)
      response.pipe(outgoing)
    }).end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closers.push(() => proxy.close())
  const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return proxyFinding(await checkAddress({ ...of.ctx.config, publicUrl }))
}

function proxyFinding(findings: readonly Finding[]): Finding {
  return findings.find(({ check }) => check === 'proxy')!
}

test.each<[string, Forward]>([
  ['appends the address of its client', (sent) => `${sent['x-forwarded-for']}, 198.51.100.7`],
  ['replaces the header', () => '198.51.100.7'],
  ['appends a client on this machine', (sent) => `${sent['x-forwarded-for']}, 127.0.0.1`],
])('a proxy that %s → ok', async (_does, forward) => {
  expect(await checkBehind(forward)).toMatchObject({ level: 'ok' })
})

test('a proxy that forwards its client’s X-Forwarded-For is a problem', async () => {
  expect(await checkBehind((sent) => sent['x-forwarded-for'] as string)).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('passes on the X-Forwarded-For of its clients'),
  })
})

test('a proxy that sends no X-Forwarded-For is a problem', async () => {
  expect(await checkBehind(() => undefined)).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('sends no X-Forwarded-For'),
  })
})

test('a proxy that is not in TRUSTED_PROXIES is a problem', async () => {
  expect(await checkBehind(() => '198.51.100.7', distrusting)).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('not in TRUSTED_PROXIES'),
  })
})

test('without a proxy, when PUBLIC_URL is where the service listens, the check is ok', async () => {
  expect(proxyFinding(await checkAddress(testApp.ctx.config))).toMatchObject({
    level: 'ok',
    text: expect.stringContaining('no proxy'),
  })
})
