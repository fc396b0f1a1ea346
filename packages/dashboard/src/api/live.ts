import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from './client.ts'
import { sessionKey, useIsEnded } from './query-client.ts'

const gatherMs = 300

export type LiveState = 'connecting' | 'live' | 'lost'

/**
 * Hears what changed and has it read again; a broken stream is opened anew. A page that nobody
 * looks at listens to nothing: a browser opens six connections to a host and no more over HTTP/1.1,
 * so that the seventh tab would wait for ever.
 */
export function useLive(): LiveState {
  const queries = useQueryClient()
  const isEnded = useIsEnded()
  const [state, setState] = useState<LiveState>('connecting')
  const isFirst = useRef(true)
  useEffect(() => {
    // Nobody is told anything until one has signed in again.
    if (isEnded) return
    const topics = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    let listening: AbortController | null = null
    const flush = () => {
      timer = null
      for (const topic of topics) void queries.invalidateQueries({ queryKey: [topic] })
      topics.clear()
    }
    const listen = (signal: AbortSignal) =>
      client.listen({
        signal,
        onChange: (change) => {
          for (const topic of change.topics) topics.add(topic)
          timer ??= setTimeout(flush, gatherMs)
        },
        onOpen: () => {
          // Read what changed while the stream was closed: it was lost, or the session had ended.
          if (!isFirst.current) void queries.invalidateQueries()
          isFirst.current = false
          setState('live')
        },
        onLost: () => {
          isFirst.current = false
          setState('lost')
        },
      })
    const follow = () => {
      if (document.hidden) {
        listening?.abort()
        listening = null
        return
      }
      if (listening) return
      listening = new AbortController()
      const { signal } = listening
      listen(signal).catch(() => {
        if (!signal.aborted) void queries.invalidateQueries({ queryKey: sessionKey })
      })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      listening?.abort()
      if (timer) clearTimeout(timer)
    }
  }, [queries, isEnded])
  return state
}
