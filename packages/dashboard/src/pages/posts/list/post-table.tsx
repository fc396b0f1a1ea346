import { Group, Paper, Table, Text, VisuallyHidden } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
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

const columns = [
  { name: 'select', width: 46 },
  { name: 'post', width: undefined },
  { name: 'targets', width: 200 },
  { name: 'status', width: 150 },
  { name: 'time', width: 170 },
] as const

/** The list of posts on wide screens. */
export function PostTable({ posts, media, selection }: Props) {
  const t = useMessages(postMessages)
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table horizontalSpacing="md" layout="fixed" verticalSpacing="sm" highlightOnHover>
        {/* The columns explain themselves; their headings are for screen readers. */}
        <Table.Thead>
          <Table.Tr bd={0}>
            {columns.map(({ name, width }) => (
              <Table.Th key={name} w={width} py={0}>
                <VisuallyHidden>{t(name)}</VisuallyHidden>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {posts.map((post) => (
            <Table.Tr key={post.id} className={selection.has(post.id) ? 'selected-row' : ''}>
              <Table.Td pe={0}>
                <PostSelect post={post} selection={selection} />
              </Table.Td>
              <Table.Td>
                <PostExcerpt post={post} media={media} />
              </Table.Td>
              <Table.Td>
                <AccountStack targets={post.targets} />
              </Table.Td>
              <Table.Td>
                <PostStatus value={postStatusOf(post)} />
              </Table.Td>
              <Table.Td>
                <PostTime post={post} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

export function PostTime({ post }: { post: Post }) {
  const t = useMessages(postMessages)
  const at = timeOf(post)
  return (
    <Group gap={4}>
      <Text size="sm" c={at ? 'bright' : 'dimmed'}>
        {at ? <When at={at} day /> : t('noTime')}
      </Text>
    </Group>
  )
}
