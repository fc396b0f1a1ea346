import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createOutbound, type OutboundRequest } from './outbound.ts'

const outbound = createOutbound({ allowPrivate: true, trustedOrigins: [] })
let server: Server | null = null
afterEach(() => server?.close())

const headers = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const filler = Buffer.alloc(64 * 1024, 'a')

/** A server that sends `beginning` and then repeats `more` endlessly. */
async function openEndless(
  beginning: string,
  more: Buffer,
): Promise<{ url: URL; gone: Promise<unknown> }> {
  let leave: (value: unknown) => void
  const gone = new Promise((resolve) => {
    leave = resolve
  })
  const pour = (socket: Socket) => {
    while (socket.writable && socket.write(more));
    socket.once('drain', () => pour(socket))
  }
  const opened = createServer((socket) => {
    socket.on('error', () => {}).once('close', () => leave('gone'))
    socket.once('data', () => {
      socket.write(beginning)
      pour(socket)
    })
  })
  server = opened
  await once(opened.listen(0, '127.0.0.1'), 'listening')
  return { url: new URL(`http://127.0.0.1:${(opened.address() as AddressInfo).port}/`), gone }
}

const request = (url: URL, keep: OutboundRequest['keep']): OutboundRequest => ({
  method: 'POST',
  url,
  // Longer than a test may take.
  deadlineMs: 300_000,
  responseBytesMax: 10_000,
  keep,
})

test.each([
  ['chunk extensions', `${headers}1;`, filler],
  ['trailers', `${headers}0\r\n`, Buffer.from('a: b\r\n'.repeat(10_000))],
  ['1xx responses', '', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2_000))],
])('endless %s fails long before the deadline', async (_what, beginning, more) => {
  const { url, gone } = await openEndless(beginning, more)
  await expect(outbound.request(request(url, 'whole'))).rejects.toMatchObject({
    kind: expect.stringMatching('too_large|connection'),
  })
  expect(await gone).toBe('gone')
})

test('with keep: start the response succeeds, and the connection is closed', async () => {
  const { url, gone } = await openEndless(`${headers}1;`, filler)
  expect(await outbound.request(request(url, 'start'))).toMatchObject({ status: 200 })
  expect(await gone).toBe('gone')
})

test('a response in chunks of one byte succeeds', async () => {
  const body = '1\r\na\r\n'.repeat(10_000)
  const opened = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', async () => {
        socket.write(`${headers}${body.slice(0, 20_000)}`)
        // Send slowly, so that the bytes are checked in between.
        await new Promise((resolve) => setTimeout(resolve, 400))
        socket.write(`${body.slice(20_000)}0\r\n\r\n`)
      })
  })
  server = opened
  await once(opened.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(`http://127.0.0.1:${(opened.address() as AddressInfo).port}/`)
  const response = await outbound.request(request(url, 'whole'))
  expect(response.body.length).toBe(10_000)
})
