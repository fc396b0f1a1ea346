import { Badge, VisuallyHidden } from '@mantine/core'
import { useData } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from './messages.ts'

const shownMax = 99

/** The unanswered comments and failed posts of the selected profile; `null` until loaded. */
export function useWaitingCounts(): { inbox: number; posts: number } | null {
  const { data } = useData('statistics', 'navigation', (client, signal) =>
    client.profiles.statistics({ signal }),
  )
  return data ? { inbox: data.unanswered_comments, posts: data.failed_posts } : null
}

/** A number beside an entry of the navigation; nothing for zero. */
export function WaitingCount({ of, count }: { of: 'inbox' | 'posts'; count: number }) {
  const t = useMessages(shellMessages)
  if (count === 0) return null
  const shown = count > shownMax ? `${shownMax}+` : String(count)
  return (
    <Badge
      size="sm"
      variant="light"
      color={of === 'posts' ? 'red' : 'gray'}
      miw={28}
      px={6}
      tt="none"
    >
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>
        {t(of === 'posts' ? 'failedCount' : 'unansweredCount', { count })}
      </VisuallyHidden>
    </Badge>
  )
}
