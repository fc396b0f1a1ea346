import type { Post } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from '../../../api/use-data.ts'
import { isUnderWay } from './post-state.ts'

const busyMs = 2_000

/** Fetches a post; polls every two seconds while it is being published. */
export function usePost(id: string): UseQueryResult<Post, Error> {
  const query = useData('posts', id, (client, signal) => client.posts.get(id, { signal }), {
    scope: 'all',
  })
  const { data, refetch } = query
  const isBusy = data !== undefined && isUnderWay(data)
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => void refetch(), busyMs)
    return () => clearInterval(timer)
  }, [isBusy, refetch])
  return query
}

/** The IDs of the post's files, without duplicates. */
export function mediaIdsOf({ media, targets }: Post): string[] {
  const all = [...media, ...targets.flatMap((target) => target.media ?? [])]
  return [...new Set(all.map(({ id }) => id))]
}
