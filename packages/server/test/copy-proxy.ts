import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

export type CopyProxy = { connection: pg.ClientConfig; close(): Promise<void> }

type Options = {
  /** Called when CopyDone was sent to the client; what follows is sent after it. */
  afterCopyDone?: (client: Socket) => Promise<unknown> | undefined
  /** Whether this row of a COPY is lost; rows are counted from 1. */
  isRowLost?: (row: number) => boolean
}

const [copyData, copyDone] = ['d', 'c']
const headBytes = 5

/** Forwards connections to PostgreSQL, message by message, as a pooler or a slow network may. */
export async function openCopyProxy(
  connection: pg.ClientConfig,
  options: Options,
): Promise<CopyProxy> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    const host = String(connection.host)
    const port = Number(connection.port ?? 5432)
    const database = host.startsWith('/')
      ? connect(join(host, `.s.PGSQL.${port}`))
      : connect(port, host)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    client.on('data', (chunk) => database.write(chunk))
    void forward(database, client, options).catch(() => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    connection: { ...connection, host: '127.0.0.1', port },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function forward(database: Socket, client: Socket, options: Options): Promise<void> {
  let held: Buffer = Buffer.alloc(0)
  let row = 0
  for await (const chunk of database) {
    held = Buffer.concat([held, chunk])
    while (held.length >= headBytes) {
      const end = 1 + held.readUInt32BE(1)
      if (held.length < end) break
      const message = held.subarray(0, end)
      const type = String.fromCharCode(message[0]!)
      held = held.subarray(end)
      if (type === copyData) row += 1
      if (type === copyData && options.isRowLost?.(row)) continue
      client.write(message)
      if (type === copyDone) await options.afterCopyDone?.(client)
    }
  }
}
