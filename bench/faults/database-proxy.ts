import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A proxy between one process and the database, which can interrupt the traffic. */
export type DatabaseProxy = {
  /** The folder of its socket, which PostgreSQL clients use as the host. */
  host: string
  cut(): void
  restore(): void
  close(): Promise<void>
}

const socketName = '.s.PGSQL.5432'

/**
 * While it is cut, connections stay open and data is held back until it is restored, as with a network
 * switch that fails for a while. So a statement may be executed and its result arrive much later.
 */
export async function openDatabaseProxy(host: string): Promise<DatabaseProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(join(host, socketName))
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
  const folder = mkdtempSync(join(tmpdir(), 'postern-wire-'))
  server.listen(join(folder, socketName))
  await once(server, 'listening')
  const forEachSocket = (work: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) work(socket)
  }
  return {
    host: folder,
    cut: () => {
      isCut = true
      forEachSocket((socket) => socket.pause())
    },
    restore: () => {
      isCut = false
      forEachSocket((socket) => socket.resume())
    },
    close: async () => {
      forEachSocket((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
