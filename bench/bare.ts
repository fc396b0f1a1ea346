import { createHmac, createSecretKey, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'undici'
import { certificate } from './engine.ts'

export const bareInFlight = 64

const key = createSecretKey(Buffer.from('whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY'))
/** As long as the events of the other side of the comparison. */
const body = Buffer.from(JSON.stringify({ id: randomUUID(), filler: 'x'.repeat(640) }))

export type SignedPost = (path: string) => Promise<void>

/** One signed POST over kept TLS connections, as undici does it fastest: `dispatch`. */
export function openSignedPosts(origin: string): { post: SignedPost; close(): Promise<void> } {
  const agent = new Agent({
    connections: bareInFlight,
    pipelining: 1,
    connect: { ca: readFileSync(certificate) },
  })
  return {
    post: (path) =>
      new Promise((resolve, reject) => {
        const t = Math.floor(Date.now() / 1_000)
        const v1 = createHmac('sha256', key).update(`${t}.`).update(body).digest('hex')
        const headers = {
          'content-type': 'application/json',
          'service-delivery': randomUUID(),
          'service-signature': `t=${t},v1=${v1}`,
        }
        const handler = {
          onRequestStart: () => {},
          onResponseStart: () => {},
          onResponseData: () => {},
          onResponseEnd: () => resolve(),
          onResponseError: (_controller: unknown, err: Error) => reject(err),
        }
        agent.dispatch({ origin, path, method: 'POST', headers, body }, handler)
      }),
    close: () => agent.close(),
  }
}

/** The physical limit of this machine: the same POSTs, signed, with no database and no history. */
export async function bareLoop(origin: string, posts: number): Promise<void> {
  const { post, close } = openSignedPosts(origin)
  let left = posts
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await post('/bare')
    }
  }
  await Promise.all(Array.from({ length: bareInFlight }, worker))
  await close()
}
