import { PosternError } from '@postern/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from './client.ts'
import { sessionKey, useIsSessionEnded } from './query-client.ts'
import { type Topic, topicsToRefetch } from './topics.ts'

const batchMs = 300

/** `refused`: the server answers, but opens no stream (too many windows, overload). */
type LiveState = 'connecting' | 'live' | 'lost' | 'refused'

/**
 * Subscribes to the live stream and refetches changed topics. Hidden tabs disconnect: over HTTP/1.1
 * a browser opens six connections per host, so a seventh tab would wait for ever.
 */
export function useLive(): LiveState {
  const queries = useQueryClient()
  const isEnded = useIsSessionEnded()
  const [state, setState] = useState<LiveState>('connecting')
  const isFirst = useRef(true)
  useEffect(() => {
    // The stream would be refused until the member signs in again.
    if (isEnded) return
    const topics = new Set<Topic>()
    let timer: ReturnType<typeof setTimeout> | null = null
    let connection: AbortController | null = null
    const flush = () => {
      timer = null
      for (const topic of topicsToRefetch(topics))
        void queries.invalidateQueries({ queryKey: [topic] })
      topics.clear()
    }
    const listen = (signal: AbortSignal) =>
      client.listen({
        signal,
        onChange: (change) => {
          for (const topic of change.topics) topics.add(topic)
          timer ??= setTimeout(flush, batchMs)
        },
        onOpen: () => {
          // Refetch what changed while the stream was closed.
          if (!isFirst.current) void queries.invalidateQueries()
          isFirst.current = false
          setState('live')
        },
        onLost: (err) => {
          isFirst.current = false
          setState(err instanceof PosternError ? 'refused' : 'lost')
        },
      })
    const connectWhileVisible = () => {
      if (document.hidden) {
        connection?.abort()
        connection = null
        return
      }
      if (connection) return
      connection = new AbortController()
      const { signal } = connection
      listen(signal).catch(() => {
        if (!signal.aborted) void queries.invalidateQueries({ queryKey: sessionKey })
      })
    }
    connectWhileVisible()
    document.addEventListener('visibilitychange', connectWhileVisible)
    return () => {
      document.removeEventListener('visibilitychange', connectWhileVisible)
      connection?.abort()
      if (timer) clearTimeout(timer)
    }
  }, [queries, isEnded])
  return state
}
