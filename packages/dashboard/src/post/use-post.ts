import type { Post } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from '../api/use-data.ts'
import { isInProgress } from './post-state.ts'

const pollMs = 2_000

/** Fetches a post; polls every two seconds while it is being published. */
export function usePost(id: string): UseQueryResult<Post, Error> {
  const query = useData('posts', id, (client, signal) => client.posts.get(id, { signal }), {
    scope: 'all',
  })
  const { data, refetch } = query
  const isPolling = data !== undefined && isInProgress(data)
  useEffect(() => {
    if (!isPolling) return
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isPolling, refetch])
  return query
}

/** The IDs of the post's files, with those of its threads, without duplicates. */
export function mediaIdsOf({ targets, ...shared }: Post): string[] {
  const all = [shared, ...targets].flatMap(({ media, thread }) => [
    ...(media ?? []),
    ...(thread ?? []).flatMap((part) => part.media),
  ])
  return [...new Set(all.map(({ id }) => id))]
}
