import { type ChildProcess, fork } from 'node:child_process'
import { Agent } from 'undici'

export type LoadRequest = { path: string; headers: Record<string, string> }
type LoadOrder = { origin: string; requests: LoadRequest[]; ms: number }
type Load = { ms: number; latencies: number[] }

const connections = 50

/** The load generator of `bench api`, in a separate process. */
export function openClients(): ChildProcess {
  return fork(import.meta.filename)
}

/** Sends these requests for `ms` milliseconds. Throws if a status is not 200. */
export async function runLoad(clients: ChildProcess, order: LoadOrder): Promise<Load> {
  const done = new Promise<Load | { error: string }>((resolve) =>
    clients.once('message', (message) => resolve(message as Load)),
  )
  clients.send(order)
  const load = await done
  if ('error' in load) throw new Error(load.error)
  return load
}

/** 50 keep-alive connections, each of which sends the next request after the response. */
async function load({ origin, requests, ms }: LoadOrder): Promise<Load> {
  const latencies: number[] = []
  let next = 0
  const startedAt = performance.now()
  const client = async () => {
    while (performance.now() < startedAt + ms) {
      const request = requests[next++ % requests.length]!
      const sentAt = performance.now()
      const status = await sendRequest(origin, request)
      if (status !== 200) throw new Error(`${request.path}: ${status}`)
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  return { ms: performance.now() - startedAt, latencies }
}

const agent = new Agent({ connections, pipelining: 1, keepAliveTimeout: 60_000 })

function sendRequest(origin: string, { path, headers }: LoadRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0
    agent.dispatch(
      { origin, path, method: 'GET', headers },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => {
          status = statusCode
        },
        onResponseData: () => {},
        onResponseEnd: () => resolve(status),
        onResponseError: (_controller, err) => reject(err),
      },
    )
  })
}

if (import.meta.main) {
  process.on('message', (order: LoadOrder) => {
    load(order).then(
      (done) => process.send?.(done),
      (err: Error) => process.send?.({ error: err.message }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
