import { Group, Paper, Table, Text } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { When } from '../../../parts/when.tsx'
import { AccountStack } from '../parts/account-stack.tsx'
import { postMessages } from '../parts/messages.ts'
import { postStatusOf, timeOf } from '../parts/post-state.ts'
import { PostStatus } from '../parts/post-status.tsx'
import { PostExcerpt } from './post-excerpt.tsx'

type Props = { posts: readonly Post[]; media: readonly Media[] }

/** The list of posts on wide screens. */
export function PostTable({ posts, media }: Props) {
  const t = useMessages(postMessages)
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table horizontalSpacing="md" layout="fixed" verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('post')}</Table.Th>
            <Table.Th w={200}>{t('targets')}</Table.Th>
            <Table.Th w={150}>{t('status')}</Table.Th>
            <Table.Th w={170}>{t('time')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {posts.map((post) => (
            <Table.Tr key={post.id}>
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
