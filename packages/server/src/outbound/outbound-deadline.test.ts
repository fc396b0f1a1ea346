import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import {
  closeAll,
  httpServer,
  outbound,
  outboundErrorOf,
  postRequest,
  rawServer,
} from '../../test/outbound.ts'

afterEach(closeAll)

describe('the deadline ends the request when the receiver', () => {
  const deadlineMs = 150
  const late = async (url: URL) => {
    const began = performance.now()
    const err = await outboundErrorOf(outbound().request(postRequest(url, { deadlineMs })))
    expect(err.kind).toBe('timeout')
    // No upper bound: the receiver never ends, so a request without a deadline fails by the test's limit.
    expect(performance.now() - began).toBeGreaterThanOrEqual(deadlineMs - 2)
    return err
  }
  const every = (ms: number, socket: Socket, act: () => void) => {
    const timer = setInterval(act, ms)
    socket.on('close', () => clearInterval(timer))
  }

  test('hangs', async () => {
    expect((await late(await rawServer(() => {}))).sent).toBe(true)
  })

  test('drips headers', async () => {
    await late(
      await rawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        every(20, socket, () => void socket.write('x-drip: 1\r\n'))
      }),
    )
  })

  test('sends 1xx forever', async () => {
    await late(
      await rawServer((socket) => {
        every(20, socket, () => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'))
      }),
    )
  })

  test('drips a body after a 2xx, which still succeeds by its headers', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
      every(20, socket, () => void socket.write('x'))
    })
    const response = await outbound().request(postRequest(url, { deadlineMs }))
    expect(response.status).toBe(200)
  })

  test('drips a body of which all is required', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
      every(20, socket, () => void socket.write('x'))
    })
    const err = await outboundErrorOf(
      outbound().request(postRequest(url, { deadlineMs, keep: 'whole' })),
    )
    expect(err.kind).toBe('timeout')
  })

  test('accepts no TLS handshake', async () => {
    const plain = await rawServer(() => {})
    const err = await late(new URL(`https://127.0.0.1:${plain.port}/`))
    expect(err.sent).toBe(false)
  })

  test('has a name that takes ten seconds to resolve, and the request is not sent later', async () => {
    let requests = 0
    const url = await httpServer((_request, response) => {
      requests += 1
      response.end()
    })
    let resolveName = () => {}
    const resolved = new Promise<void>((done) => {
      resolveName = done
    })
    const lookup = ((
      _host: string,
      _options: unknown,
      callback: (err: null, found: unknown, family: number) => void,
    ) => {
      void resolved.then(() => callback(null, [{ address: '127.0.0.1', family: 4 }], 4))
    }) as never
    const slow = outbound({ lookup })
    const target = new URL(`http://slow.example.com:${url.port}/`)
    const err = await outboundErrorOf(slow.request(postRequest(target, { deadlineMs })))
    expect(err.kind).toBe('timeout')
    expect(err.sent).toBe(false)
    resolveName()
    // A second request gets its response only after the first could have been sent.
    expect((await slow.request(postRequest(target))).status).toBe(200)
    expect(requests).toBe(1)
  })
})
