import { Agent } from 'undici'

export type LoadRequest = { path: string; headers: Record<string, string> }
export type LoadOrder = { origin: string; requests: LoadRequest[]; ms: number }
export type Load = {
  answered: number
  /** Answers that were no 200. */
  failed: number
  ms: number
  /** One of each answer, in ms, unsorted. */
  latencies: number[]
}

export const connections = 50

/**
 * The clients of `bench api`, a process of its own: 50 kept connections that each send the next
 * request as soon as the answer to the last has come.
 */
const agent = new Agent({ connections, pipelining: 1, keepAliveTimeout: 60_000 })

async function load({ origin, requests, ms }: LoadOrder): Promise<Load> {
  const latencies: number[] = []
  let failed = 0
  let next = 0
  const began = performance.now()
  const until = began + ms
  const client = async () => {
    while (performance.now() < until) {
      const request = requests[next % requests.length]!
      next += 1
      const sentAt = performance.now()
      if ((await ask(origin, request)) !== 200) failed += 1
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  return { answered: latencies.length, failed, ms: performance.now() - began, latencies }
}

function ask(origin: string, { path, headers }: LoadRequest): Promise<number> {
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

process.on('message', (order: LoadOrder) => {
  load(order).then(
    (done) => process.send?.(done),
    (err: Error) => process.send?.({ error: err.message }),
  )
})
process.on('disconnect', () => process.exit(0))
