import { expect, onTestFinished, test, vi } from 'vitest'
import { failure, scriptedFetch } from '../test/scripted.ts'
import { createClient } from './client.ts'
import type { LiveChange } from './schema.gen.ts'

const change = (topics: string[]) =>
  `event: change\ndata: ${JSON.stringify({ topics, profile_id: null })}\n\n`

/** A stream that sends these chunks, then ends or stays open. */
function stream(chunks: string[], ends = true): () => Response {
  return () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
          if (ends) controller.close()
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
}

test('reports each change from any chunks of bytes and skips heartbeats', async () => {
  const text = `retry: 2000\n\n${change(['posts'])}: \n\n${change(['media', 'posts'])}`
  const { fetch, requests } = scriptedFetch(stream([...text], false))
  const controller = new AbortController()
  const received: LiveChange[] = []
  await createClient({ baseUrl: 'http://x', apiKey: null, profile: 'p', fetch }).listen({
    signal: controller.signal,
    onChange: (change) => {
      received.push(change)
      if (received.length === 2) controller.abort()
    },
  })
  expect(received.map(({ topics }) => topics)).toEqual([['posts'], ['media', 'posts']])
  expect(requests[0]!.url).toBe('http://x/v1/live')
  expect(requests[0]!.headers.get('accept')).toBe('text/event-stream')
  expect(requests[0]!.headers.get('service-profile')).toBe('p')
})

test('a lost stream is reported and reconnects', async () => {
  const { fetch } = scriptedFetch(stream([]), new Error('away'), stream([change(['posts'])], false))
  const controller = new AbortController()
  const received: string[] = []
  await createClient({ baseUrl: 'http://x', apiKey: null, fetch }).listen({
    signal: controller.signal,
    onOpen: () => received.push('open'),
    onLost: () => received.push('lost'),
    onChange: () => {
      received.push('change')
      controller.abort()
    },
  })
  expect(received).toEqual(['open', 'lost', 'lost', 'open', 'change'])
})

test('an expired session rejects with the error', async () => {
  const { fetch } = scriptedFetch(stream([]), failure(401, 'session_invalid'))
  const listening = createClient({ baseUrl: 'http://x', apiKey: null, fetch }).listen({
    onChange: () => {},
  })
  await expect(listening).rejects.toMatchObject({ code: 'session_invalid', status: 401 })
})

test('aborting the signal ends the wait before a reconnect', async () => {
  const { fetch } = scriptedFetch(new Error('away'))
  const controller = new AbortController()
  // With a stopped clock the wait for the next attempt would never end.
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await createClient({ baseUrl: 'http://x', apiKey: null, fetch }).listen({
    signal: controller.signal,
    onChange: () => {},
    onLost: () => queueMicrotask(() => controller.abort()),
  })
  expect(controller.signal.aborted).toBe(true)
})
