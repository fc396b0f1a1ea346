import { expect, test } from 'vitest'
import { failure, scriptedFetch } from '../test/scripted.ts'
import { createClient } from './client.ts'

const event = (id: string) =>
  `event: event\nid: ${id}\ndata: ${JSON.stringify({ id, type: 'comment.created' })}\n\n`
const cursor = (id: string) => `event: cursor\nid: ${id}\ndata: {}\n\n`

/** A stream that sends this text, then ends or stays open. */
function stream(text: string, ends = true): () => Response {
  return () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(text))
          if (ends) controller.close()
        },
      }),
    )
}

test('each event is passed on once, and a lost stream continues after the last event', async () => {
  const { fetch, requests } = scriptedFetch(
    stream(cursor('3')),
    stream(cursor('3') + event('4') + event('5')),
    stream(cursor('1') + event('2') + event('5') + event('6'), false),
  )
  const controller = new AbortController()
  const received: string[] = []
  await createClient({ baseUrl: 'http://x', apiKey: 'k', fetch }).streamEvents({
    types: ['comment.created', 'post.failed'],
    signal: controller.signal,
    onEvent: ({ id }) => {
      received.push(id)
      if (id === '6') controller.abort()
    },
  })
  expect(received).toEqual(['4', '5', '6'])
  const path = 'http://x/v1/events/stream?event_type=comment.created%2Cpost.failed'
  expect(requests.map(({ url }) => url)).toEqual([path, `${path}&after=3`, `${path}&after=5`])
})

test('an event whose handler fails comes again', async () => {
  const { fetch } = scriptedFetch(stream(event('a')), stream(event('a'), false))
  const controller = new AbortController()
  let calls = 0
  await createClient({ baseUrl: 'http://x', apiKey: 'k', fetch }).streamEvents({
    signal: controller.signal,
    onEvent: () => {
      calls += 1
      if (calls === 1) throw new Error('not stored')
      controller.abort()
    },
  })
  expect(calls).toBe(2)
})

test('a revoked key rejects with the error', async () => {
  const { fetch } = scriptedFetch(failure(401, 'api_key_revoked'))
  const client = createClient({ baseUrl: 'http://x', apiKey: 'k', fetch })
  await expect(client.streamEvents({ onEvent: () => {} })).rejects.toMatchObject({
    code: 'api_key_revoked',
  })
})
