import { type ChildProcess, fork } from 'node:child_process'
import { createHmac, createSecretKey, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Agent } from 'undici'
import { startInstance, stopInstance, withDataDir } from './instance.ts'
import { memoryOf } from './processes.ts'
import { openPublisher } from './publisher.ts'
import type { Tally } from './receiver.ts'

const endpoints = 10
const events = 2_000
const deliveries = endpoints * events
const bareInFlight = 160
const pacedPerSecond = 100
const pacedSeconds = 10
const waitMsMax = 120_000

type Receiver = { url: string; ask(message: 'tally' | 'reset'): Promise<Tally>; close(): void }

/**
 * A backlog of 20,000 deliveries to 10 endpoints is worked off, then 100 events a second trickle to
 * one of them. The limit it is held against: the same signed POSTs in a loop without any database.
 */
export async function benchDeliveries(): Promise<Record<string, unknown>> {
  const receiver = await openReceiver()
  try {
    const bare = await bareLoop(receiver)
    process.stdout.write(`bare signed loop: ${bare} posts/s (${bareInFlight} in flight)\n`)
    const measured = await withDataDir((dataDir) => throughService(dataDir, receiver))
    const ratio = Math.round((measured.deliveries_per_second / bare) * 1_000) / 1_000
    return { bare_posts_per_second: bare, ratio_to_bare: ratio, ...measured }
  } finally {
    receiver.close()
  }
}

async function throughService(dataDir: string, receiver: Receiver) {
  const prepared = await startInstance(dataDir, { env: { ROLE: 'api' } })
  const [first] = await addEndpoints(prepared.url, prepared.ownerKey!, receiver.url)
  const publisher = await openPublisher(dataDir)
  const publishBegan = performance.now()
  await publisher.publish(events)
  const publishRate = Math.round(events / ((performance.now() - publishBegan) / 1_000))
  await publisher.close()
  process.stdout.write(`published: ${publishRate} events/s to ${endpoints} endpoints each\n`)
  await stopInstance(prepared)

  await receiver.ask('reset')
  const working = await startInstance(dataDir)
  const drained = await arrived(receiver, deliveries)
  const rate = Math.round(deliveries / ((drained.lastAt - drained.firstAt) / 1_000))
  process.stdout.write(`worked off: ${drained.arrived} deliveries, ${rate}/s\n`)
  const memory = memoryOf([working.pid])

  await removeOthers(working.url, prepared.ownerKey!, first!)
  await receiver.ask('reset')
  const paced = await openPublisher(dataDir)
  await trickle(paced.publish)
  const latencies = await arrived(receiver, pacedPerSecond * pacedSeconds)
  await paced.close()
  await stopInstance(working)
  return {
    deliveries_per_second: rate,
    deliveries,
    duplicated: drained.duplicated,
    published_events_per_second: publishRate,
    publish_to_receipt_ms: percentiles(latencies.latencies),
    server_rss_mb_after: memory.rss,
  }
}

/** The physical limit of this machine: the same POSTs, signed, over kept connections. */
async function bareLoop(receiver: Receiver): Promise<number> {
  const agent = new Agent({ connections: bareInFlight, pipelining: 1 })
  const key = createSecretKey(Buffer.from('whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY'))
  const body = Buffer.from(JSON.stringify({ id: randomUUID(), filler: 'x'.repeat(600) }))
  let left = deliveries
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const t = Math.floor(Date.now() / 1_000)
      const v1 = createHmac('sha256', key).update(`${t}.`).update(body).digest('hex')
      const answer = await agent.request({
        origin: receiver.url,
        path: '/bare',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'service-delivery': randomUUID(),
          'service-signature': `t=${t},v1=${v1}`,
        },
        body,
      })
      await answer.body.dump()
    }
  }
  await receiver.ask('reset')
  await Promise.all(Array.from({ length: bareInFlight }, worker))
  const { firstAt, lastAt } = await receiver.ask('tally')
  await agent.close()
  return Math.round(deliveries / ((lastAt - firstAt) / 1_000))
}

async function trickle(publish: (events: number) => Promise<void>): Promise<void> {
  const steps = 20
  for (let step = 0; step < pacedSeconds * steps; step += 1) {
    const next = new Promise((resume) => setTimeout(resume, 1_000 / steps))
    await publish(pacedPerSecond / steps)
    await next
  }
}

async function arrived(receiver: Receiver, count: number): Promise<Tally> {
  const began = performance.now()
  for (;;) {
    const tally = await receiver.ask('tally')
    if (tally.arrived - tally.duplicated >= count) return tally
    if (performance.now() - began > waitMsMax) {
      throw new Error(`Only ${tally.arrived} of ${count} deliveries arrived.`)
    }
    await new Promise((resume) => setTimeout(resume, 200))
  }
}

async function addEndpoints(url: string, key: string, receiverUrl: string): Promise<string[]> {
  const ids: string[] = []
  for (let place = 0; place < endpoints; place += 1) {
    const answer = await fetch(`${url}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${receiverUrl}/${place}`, events: ['post.published'] }),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    ids.push(((await answer.json()) as { id: string }).id)
  }
  return ids
}

async function removeOthers(url: string, key: string, kept: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${url}/v1/webhooks`, { headers })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  for (const { id } of data.filter((each) => each.id !== kept)) {
    await fetch(`${url}/v1/webhooks/${id}`, { method: 'DELETE', headers })
  }
}

async function openReceiver(): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'))
  const { url } = await answerOf<{ url: string }>(child)
  return {
    url,
    ask: async (message) => {
      const answer = answerOf<{ tally: Tally }>(child)
      child.send(message)
      return (await answer).tally
    },
    close: () => child.disconnect(),
  }
}

function answerOf<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as Message)))
}

function percentiles(values: number[]): Record<string, number> {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)]! * 10) / 10
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) }
}
