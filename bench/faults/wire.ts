import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The network between one process and the database; cut, it carries nothing in either direction. */
export type Wire = {
  /** The folder of the socket that it listens on, as PostgreSQL's clients name it. */
  host: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

const socketName = '.s.PGSQL.5432'

/**
 * Nothing is refused or closed while it is cut: what was sent waits, and arrives when the wire is
 * mended, as with a switch that comes back. That is worse than an error: a statement may be done
 * without an answer, and its answer may come long after.
 */
export async function openWire(host: string): Promise<Wire> {
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
  const each = (work: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) work(socket)
  }
  return {
    host: folder,
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
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
