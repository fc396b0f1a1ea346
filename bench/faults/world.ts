import { type BenchInstance, startInstance } from '../instance.ts'
import { isAlive, until } from '../processes.ts'
import { openPublisher, type Publisher } from '../publisher.ts'
import type { Arrivals } from './outcome.ts'
import { openFaultReceiver } from './webhook-receiver.ts'

/** One installation under test, its receiver, and a publisher that goes on while it is down. */
export type World = Arrivals & {
  dataDir: string
  instance: BenchInstance
  ownerKey: string
  publisher: Publisher
}

const answerMs = 25
const stragglersMs = 300
export const endpoints = 4

export async function openWorld(dataDir: string, command?: [string, ...string[]]): Promise<World> {
  const instance = await startInstance(dataDir, command ? { command } : {})
  const ownerKey = instance.ownerKey!
  const receiver = await openFaultReceiver(answerMs)
  const judged: string[] = []
  for (let place = 0; place < endpoints; place += 1) {
    const path = `/${place}`
    const answer = await fetch(`${instance.url}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url + path, events: ['post.published'] }),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    const { id, secret } = (await answer.json()) as { id: string; secret: string }
    receiver.secrets.set(path, secret)
    judged.push(id)
  }
  const publisher = await openPublisher(dataDir)
  const { pool } = publisher.db
  return { dataDir, instance, ownerKey, receiver, judged, stragglersMs, publisher, pool }
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
