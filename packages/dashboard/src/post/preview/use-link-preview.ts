import { useDebouncedValue } from '@mantine/hooks'
import type { LinkPreview } from '@postern/sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'

/** A link is read once the user has stopped typing it. */
const pauseMs = 800

/** What the page says about itself; `undefined` while it is loading, and without a link. */
export function useLinkPreview(link: string | null): LinkPreview | undefined {
  const [url] = useDebouncedValue(link, pauseMs)
  const { data } = useQuery({
    queryKey: ['link-preview', url],
    queryFn: ({ signal }) => client.posts.previewLink({ url: url ?? '' }, { signal }),
    enabled: url !== null && url === link,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    // A card that is missing is no reason for an error on the page.
    retry: false,
  })
  return url === link ? data : undefined
}

/** A link without the punctuation that follows it. */
const link = /https?:\/\/\S*[^\s.,:;!?'")\]}>]/i

/** The first link of a text; `null` if it has none. */
export function firstLink(text: string): string | null {
  const [found] = link.exec(text) ?? []
  return found && URL.canParse(found) && new URL(found).hostname.includes('.') ? found : null
}
