import type { Media } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../api/use-data.ts'

const idsPerRequest = 100

/** Fetches the files with these IDs, 100 per request. Deleted files are missing in the result. */
export function useMediaByIds(ids: readonly string[]): UseQueryResult<Media[], Error> {
  const uniqueIds = [...new Set(ids)].sort()
  return useData(
    'media',
    ['ids', ...uniqueIds],
    async (client, signal) => {
      const files: Media[] = []
      for (let at = 0; at < uniqueIds.length; at += idsPerRequest) {
        const id = uniqueIds.slice(at, at + idsPerRequest)
        const page = await client.media.list({ id, limit: idsPerRequest }, { signal })
        files.push(...page.data)
      }
      return files
    },
    { scope: 'all' },
  )
}
