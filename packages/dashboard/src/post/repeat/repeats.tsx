import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Repeat } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../session/use-session.ts'
import { repeatMessages } from './messages.ts'
import { RepeatDialog } from './repeat-dialog.tsx'

const shownMax = 5

/** The repeats of a post that are still to come, and what begins or ends them. */
export function Repeats({ post }: { post: Post }) {
  const t = useMessages(repeatMessages)
  const first = post.repeat_of_post_id ?? post.id
  const { data } = useData(
    'posts',
    ['repeats', first],
    (client) =>
      client.posts.list({
        repeat_of_post_id: first,
        status: 'scheduled,awaiting_approval',
        order: 'asc',
        limit: shownMax + 1,
      }),
    { scope: 'all' },
  )
  const repeats = data?.data ?? []
  const isRepeatable = post.source === 'api' && post.mode !== 'draft' && post.status !== 'canceled'
  if (!isRepeatable && repeats.length === 0) return null
  const hasFollowing = repeats.some(
    ({ scheduled_at: at }) => (at ?? '') > (post.scheduled_at ?? ''),
  )
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('title')}
        </Title>
        {post.repeat_of_post_id ? (
          <Text size="sm">
            {t('isRepeat')} <PostAnchor id={first}>{t('first')}</PostAnchor>
          </Text>
        ) : (
          repeats.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('none')}
            </Text>
          )
        )}
        {repeats.slice(0, shownMax).map((each) => (
          <PostAnchor key={each.id} id={each.id}>
            <When at={each.scheduled_at!} exact />
          </PostAnchor>
        ))}
        {repeats.length > shownMax && (
          <Text size="sm" c="dimmed">
            {t('more')}
          </Text>
        )}
        <Actions post={post} isRepeatable={isRepeatable} hasFollowing={hasFollowing} />
      </Stack>
    </Paper>
  )
}

function PostAnchor({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={'/posts/$id' as never} params={{ id } as never} size="sm">
      {children}
    </Anchor>
  )
}

type ActionsProps = { post: Post; isRepeatable: boolean; hasFollowing: boolean }

function Actions({ post, isRepeatable, hasFollowing }: ActionsProps) {
  const t = useMessages(repeatMessages)
  const ask = useConfirm()
  const mayPublish = useMay('posts:write')
  const [isOpen, setIsOpen] = useState(false)
  const cancel = useAction(() => client.posts.cancelRepeats(post.id), {
    topics: ['posts'],
    successMessage: ({ posts }) => t('canceled', { count: posts.length }),
  })
  if (!mayPublish) return null
  const askToCancel = async () => {
    const isSure = await ask({
      title: t('cancelTitle'),
      text: t('cancelText'),
      action: t('cancel'),
      dismiss: t('keep'),
    })
    if (isSure) cancel.mutate(undefined)
  }
  return (
    <Group gap="xs">
      {isRepeatable && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Repeat size={14} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {t('repeat')}
        </Button>
      )}
      {hasFollowing && (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          loading={cancel.isPending}
          onClick={() => void askToCancel()}
        >
          {t('cancel')}
        </Button>
      )}
      {isOpen && <RepeatDialog post={post} onClose={() => setIsOpen(false)} />}
    </Group>
  )
}
