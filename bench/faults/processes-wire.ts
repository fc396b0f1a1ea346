import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between one process and the database; cut, it carries nothing in either direction. */
export type Wire = {
  port: number
  cut(): void
  mend(): void
  close(): Promise<void>
}

/**
 * Nothing is refused or closed while it is cut: what was sent waits, and arrives when the wire is
 * mended, as with a switch that comes back. That is worse than an error: a statement may be done
 * without an answer, and its answer may come long after.
 */
export async function openWire(target: number): Promise<Wire> {
  const pairs = new Set<[Socket, Socket]>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on('data', (chunk: Buffer) => {
        if (!to.destroyed) to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    if (isCut) for (const socket of pair) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const each = (work: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) work(socket)
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      each((socket) => socket.pause())
    },
    mend: () => {
      isCut = false
      each((socket) => socket.resume())
    },
    close: async () => {
      each((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}
