import { Group, Paper, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMessages } from '../../../messages/messages.ts'
import type { useSelection } from '../../../parts/use-selection.ts'
import { When } from '../../../parts/when.tsx'
import { AccountStack } from '../parts/account-stack.tsx'
import { postMessages } from '../parts/messages.ts'
import { postStatusOf, timeOf } from '../parts/post-state.ts'
import { PostStatus } from '../parts/post-status.tsx'
import { useOrder } from './order.tsx'
import { PostExcerpt } from './post-excerpt.tsx'
import { PostSelect } from './post-select.tsx'

type Props = {
  posts: readonly Post[]
  media: readonly Media[]
  selection: ReturnType<typeof useSelection<Post>>
}

/** The list of posts on wide screens. */
export function PostTable({ posts, media, selection }: Props) {
  const t = useMessages(postMessages)
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table horizontalSpacing="md" layout="fixed" verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={46}>
              <VisuallyHidden>{t('select')}</VisuallyHidden>
            </Table.Th>
            <Table.Th>{t('post')}</Table.Th>
            <Table.Th w={200}>{t('targets')}</Table.Th>
            <Table.Th w={150}>{t('status')}</Table.Th>
            <TimeHead />
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

/** The heading of the times; a press reverses the order. */
function TimeHead() {
  const t = useMessages(postMessages)
  const { isEarliestFirst, toggle } = useOrder()
  const Icon = isEarliestFirst ? ArrowUp : ArrowDown
  return (
    <Table.Th w={170} aria-sort={isEarliestFirst ? 'ascending' : 'descending'}>
      <UnstyledButton onClick={toggle} fz="inherit" fw="inherit" mih={24}>
        <Group gap={4} wrap="nowrap">
          {t('time')}
          <Icon size={14} aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
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
