import { Badge, type BadgeProps } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useMessages } from '../messages/messages.ts'
import { postMessages } from './messages.ts'
import { partCountOf } from './post-state.ts'

type Props = Pick<BadgeProps, 'size'> & { post: Post }

/** As in `3 parts`; nothing for a post without a thread. */
export function PartCount({ post, size = 'sm' }: Props) {
  const t = useMessages(postMessages)
  const count = partCountOf(post)
  if (count === 1) return null
  return (
    <Badge size={size} variant="default" tt="none" miw="max-content">
      {t('parts', { count })}
    </Badge>
  )
}
