import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned } from '../../scripts/demo/signature.ts'
import { type BenchInstance, startInstance } from '../instance.ts'
import { isAlive, until } from '../processes.ts'
import { openPublisher, type Publisher } from '../publisher.ts'

/** One installation under test, its receiver, and a publisher that goes on while it is down. */
export type World = {
  dataDir: string
  instance: BenchInstance
  ownerKey: string
  publisher: Publisher
  receiver: SlowReceiver
}

export type SlowReceiver = {
  url: string
  /** Delivery id → how often it arrived with a signature that holds. */
  seen: Map<string, number>
  unsigned: number
  /** When something arrived for the first time, by `performance.now()`. */
  newAt: number[]
  secrets: Map<string, string>
  close(): Promise<void>
}

const answerMs = 25
const endpoints = 4

export async function openWorld(dataDir: string, command?: [string, ...string[]]): Promise<World> {
  const instance = await startInstance(dataDir, command ? { command } : {})
  const ownerKey = instance.ownerKey!
  const receiver = await openReceiver()
  for (let place = 0; place < endpoints; place += 1) {
    const path = `/${place}`
    const answer = await fetch(`${instance.url}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url + path, events: ['post.published'] }),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    receiver.secrets.set(path, ((await answer.json()) as { secret: string }).secret)
  }
  return { dataDir, instance, ownerKey, receiver, publisher: await openPublisher(dataDir) }
}

export async function closeWorld(world: World): Promise<void> {
  await world.publisher.close().catch(() => {})
  await world.receiver.close()
}

/** Kills a process the hard way and waits until it is gone. */
export async function killHard(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid), 5_000, 2)
}

/** What the database says should have been, held against what the receiver saw. */
export async function judge(world: World) {
  const { rows } = await world.publisher.db.pool.query<{ id: string }>('select id from delivery')
  const { rows: queued } = await world.publisher.db.pool.query('select 1 from delivery_queue')
  const { rows: streaks } = await world.publisher.db.pool.query(
    'select 1 from webhook_endpoint where consecutive_failures > 0 or not active',
  )
  const { seen, unsigned } = world.receiver
  const twice = [...seen.values()].reduce((sum, times) => sum + times - 1, 0)
  return {
    deliveries: rows.length,
    lost: rows.filter(({ id }) => !seen.has(id)).length,
    duplicated: twice,
    queued: queued.length,
    failing: streaks.length,
    unsigned,
  }
}

/** Takes 25 ms for an answer, so that there always are deliveries in flight to be cut off. */
async function openReceiver(): Promise<SlowReceiver> {
  const receiver: Omit<SlowReceiver, 'url' | 'close'> = {
    seen: new Map(),
    unsigned: 0,
    newAt: [],
    secrets: new Map(),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const secret = receiver.secrets.get(request.url ?? '') ?? ''
      const header = String(request.headers['service-signature'])
      if (!isSigned(header, Buffer.concat(chunks), secret, new Date())) receiver.unsigned += 1
      const id = String(request.headers['service-delivery'])
      if (!receiver.seen.has(id)) receiver.newAt.push(performance.now())
      receiver.seen.set(id, (receiver.seen.get(id) ?? 0) + 1)
      setTimeout(() => response.end('ok'), answerMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}`,
    close: () => closeServer(server),
  })
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
