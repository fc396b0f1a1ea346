import type { Media } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../../../api/use-data.ts'

const atOnceMax = 100

/** Fetches the files with these IDs, 100 per request. Deleted files are missing in the result. */
export function useMediaByIds(ids: readonly string[]): UseQueryResult<Media[], Error> {
  const wanted = [...new Set(ids)].sort()
  return useData(
    'media',
    ['ids', ...wanted],
    async (client, signal) => {
      const found: Media[] = []
      for (let at = 0; at < wanted.length; at += atOnceMax) {
        const id = wanted.slice(at, at + atOnceMax)
        const page = await client.media.list({ id, limit: atOnceMax }, { signal })
        found.push(...page.data)
      }
      return found
    },
    { scope: 'all' },
  )
}
