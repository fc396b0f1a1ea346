import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionKey } from './query-client.ts'

const gatherMs = 300

export type LiveState = 'connecting' | 'live' | 'lost'

/** Hears what changed and has it read again; the browser connects anew by itself. */
export function useLive(): LiveState {
  const queries = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    const stream = new EventSource('/v1/live')
    const topics = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    const flush = () => {
      timer = null
      for (const topic of topics) void queries.invalidateQueries({ queryKey: [topic] })
      topics.clear()
    }
    stream.addEventListener('change', (event) => {
      const told = JSON.parse((event as MessageEvent<string>).data) as { topics: string[] }
      for (const topic of told.topics) topics.add(topic)
      timer ??= setTimeout(flush, gatherMs)
    })
    stream.addEventListener('open', () => {
      setState((before) => {
        // What changed in between was not heard.
        if (before === 'lost') void queries.invalidateQueries()
        return 'live'
      })
    })
    stream.addEventListener('error', () => {
      setState('lost')
      if (stream.readyState === EventSource.CLOSED) {
        void queries.invalidateQueries({ queryKey: sessionKey })
      }
    })
    return () => {
      stream.close()
      if (timer) clearTimeout(timer)
    }
  }, [queries])
  return state
}
