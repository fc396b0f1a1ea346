import { Button } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Copy } from 'lucide-react'
import { useMessages } from '../../../messages/messages.ts'
import { useMay } from '../../../session/use-session.ts'
import { postMessages } from '../parts/messages.ts'

/** Opens the composer with a copy; the main action of a canceled post, which it schedules again. */
type Props = {
  post: Post
  size?: 'xs'
  /** Whether the page with the button shows the copy, so that saving returns there. */
  returns?: boolean
}

export function DuplicateButton({ post, size, returns = false }: Props) {
  const t = useMessages(postMessages)
  const isCanceled = useMay('posts:write') && post.status === 'canceled'
  const Icon = isCanceled ? CalendarClock : Copy
  return (
    <Button
      variant={isCanceled ? 'filled' : 'default'}
      component={Link}
      to="/posts/new"
      search={{ duplicate: post.id, ...(returns && { after: 'back' }) } as never}
      {...(size && { size })}
      leftSection={<Icon size={size ? 14 : 16} aria-hidden />}
    >
      {t(isCanceled ? 'scheduleAgain' : 'duplicate')}
    </Button>
  )
}
