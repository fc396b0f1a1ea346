import { Text } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { type Column, StackTable } from '../../../parts/stack-table.tsx'
import type { useSelection } from '../../../parts/use-selection.ts'
import { When } from '../../../parts/when.tsx'
import { postMessages } from '../../../post/messages.ts'
import { postStatusOf, timeOf } from '../../../post/post-state.ts'
import { PostStatus } from '../../../post/post-status.tsx'
import { AccountStack } from './account-stack.tsx'
import { PostExcerpt } from './post-excerpt.tsx'
import { PostSelect } from './post-select.tsx'

type Props = {
  posts: readonly Post[]
  media: readonly Media[]
  selection: ReturnType<typeof useSelection<Post>>
}

export function PostTable({ posts, media, selection }: Props) {
  const t = useMessages(postMessages)
  const columns: Column<Post>[] = [
    {
      key: 'select',
      label: t('select'),
      role: 'select',
      width: 46,
      cell: (post) => <PostSelect post={post} selection={selection} />,
    },
    {
      key: 'post',
      label: t('post'),
      role: 'title',
      cell: (post) => <PostExcerpt post={post} media={media} />,
    },
    {
      key: 'targets',
      label: t('targets'),
      role: 'line',
      width: 200,
      cell: ({ targets }) => <AccountStack targets={targets} />,
    },
    {
      key: 'status',
      label: t('status'),
      role: 'foot',
      width: 150,
      cell: (post) => <PostStatus value={postStatusOf(post)} />,
    },
    {
      key: 'time',
      label: t('time'),
      role: 'foot',
      width: 170,
      cell: (post) => <PostTime post={post} />,
    },
  ]
  return (
    <StackTable
      label={t('title')}
      columns={columns}
      items={posts}
      keyOf={({ id }) => id}
      isSelected={({ id }) => selection.has(id)}
      isUnnamed
    />
  )
}

function PostTime({ post }: { post: Post }) {
  const t = useMessages(postMessages)
  const at = timeOf(post)
  return (
    <Text size="sm" c={at ? 'bright' : 'dimmed'}>
      {at ? <When at={at} day /> : t('noTime')}
    </Text>
  )
}
