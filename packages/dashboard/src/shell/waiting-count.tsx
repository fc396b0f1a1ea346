import { Badge, VisuallyHidden } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'
import { useStatistics } from '../parts/use-statistics.ts'
import { useOverview } from '../session/use-overview.ts'

const shownMax = 99

/** The unanswered comments and failed posts of the selected profile by page; empty until loaded. */
export function useWaitingCounts(): { [page: string]: number } {
  const isOverview = useLocation().pathname === '/'
  const overview = useOverview({ enabled: isOverview })
  const statistics = useStatistics({ enabled: !isOverview })
  const ofOverview = overview.data?.statistics
  const data = isOverview ? (ofOverview ?? statistics.data) : (statistics.data ?? ofOverview)
  return data ? { inbox: data.unanswered_comments, posts: data.failed_posts } : {}
}

/** The number next to an entry of the navigation. */
export function WaitingCount({ of, count }: { of: string; count: number }) {
  const t = useMessages(shellMessages)
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
