import { Anchor, Highlight } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.ts'
import { postMessages } from './messages.ts'
import { excerptOf } from './post-state.ts'

type Props = { post: Post /** Words to mark. */; highlight?: string[] }

/** A link to the post, with two lines of its text at most. */
export function PostLink({ post, highlight = [] }: Props) {
  const t = useMessages(postMessages)
  return (
    <Anchor
      component={Link}
      to={'/posts/$id' as never}
      params={{ id: post.id } as never}
      c="bright"
      size="sm"
      fw={500}
      lineClamp={2}
      className="untrusted"
      dir="auto"
      style={{ whiteSpace: 'normal' }}
    >
      <Highlight component="span" inherit highlight={highlight}>
        {excerptOf(post) || t('noText')}
      </Highlight>
    </Anchor>
  )
}
