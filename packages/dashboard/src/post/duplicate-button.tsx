import { Button } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Copy } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { useMay } from '../session/use-session.ts'
import { postMessages } from './messages.ts'

type Props = {
  post: Post
  size?: 'xs'
  /** Whether the page with the button shows the copy, so that saving returns there. */
  returns?: boolean
}

/** Opens the composer with a copy. The main action of a canceled post is a copy that is scheduled. */
export function DuplicateButton({ post, size, returns = false }: Props) {
  const t = useMessages(postMessages)
  const isCanceled = useMay('posts:write') && post.status === 'canceled'
  const search = { duplicate: post.id, ...(returns && { after: 'back' }) }
  const iconPx = size ? 14 : 16
  return (
    <>
      {isCanceled && (
        <Button
          component={Link}
          to="/posts/new"
          search={{ ...search, when: 'schedule' } as never}
          {...(size && { size })}
          leftSection={<CalendarClock size={iconPx} aria-hidden />}
        >
          {t('scheduleAgain')}
        </Button>
      )}
      <Button
        variant="default"
        component={Link}
        to="/posts/new"
        search={search as never}
        {...(size && { size })}
        leftSection={<Copy size={iconPx} aria-hidden />}
      >
        {t('duplicate')}
      </Button>
    </>
  )
}
