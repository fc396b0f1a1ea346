import { expect, onTestFinished, test, vi } from 'vitest'
import { failure, scriptedFetch } from '../test/scripted.ts'
import { createClient } from './client.ts'
import type { LiveChange } from './schema.gen.ts'

const change = (topics: string[]) =>
  `event: change\ndata: ${JSON.stringify({ topics, profile_id: null })}\n\n`

/** A stream that sends these pieces and ends, or stays open. */
function stream(pieces: string[], ends = true): () => Response {
  return () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
          if (ends) controller.close()
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
}

test('gives each change, however the bytes are cut, and passes over heartbeats', async () => {
  const text = `retry: 2000\n\n${change(['posts'])}: \n\n${change(['media', 'posts'])}`
  const { fetch, seen } = scriptedFetch(stream([...text], false))
  const controller = new AbortController()
  const heard: LiveChange[] = []
  await createClient({ baseUrl: 'http://x', apiKey: null, profile: 'p', fetch }).listen({
    signal: controller.signal,
    onChange: (one) => {
      heard.push(one)
      if (heard.length === 2) controller.abort()
    },
  })
  expect(heard.map(({ topics }) => topics)).toEqual([['posts'], ['media', 'posts']])
  expect(seen[0]!.url).toBe('http://x/v1/live')
  expect(seen[0]!.headers.get('accept')).toBe('text/event-stream')
  expect(seen[0]!.headers.get('service-profile')).toBe('p')
})

test('opens a stream that broke again, and says so', async () => {
  const { fetch } = scriptedFetch(stream([]), new Error('away'), stream([change(['posts'])], false))
  const controller = new AbortController()
  const heard: string[] = []
  await createClient({ baseUrl: 'http://x', apiKey: null, fetch }).listen({
    signal: controller.signal,
    onOpen: () => heard.push('open'),
    onLost: () => heard.push('lost'),
    onChange: () => {
      heard.push('change')
      controller.abort()
    },
  })
  expect(heard).toEqual(['open', 'lost', 'lost', 'open', 'change'])
})

test('ends with the error when the session is over', async () => {
  const { fetch } = scriptedFetch(stream([]), failure(401, 'session_invalid'))
  const listening = createClient({ baseUrl: 'http://x', apiKey: null, fetch }).listen({
    onChange: () => {},
  })
  await expect(listening).rejects.toMatchObject({ code: 'session_invalid', status: 401 })
})

test('the signal ends it at once, also while it waits', async () => {
  const { fetch } = scriptedFetch(new Error('away'))
  const controller = new AbortController()
  // The clock stands still, so that waiting for the next attempt would never end.
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await createClient({ baseUrl: 'http://x', apiKey: null, fetch }).listen({
    signal: controller.signal,
    onChange: () => {},
    onLost: () => queueMicrotask(() => controller.abort()),
  })
  expect(controller.signal.aborted).toBe(true)
})
