import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { useAction } from '../../../api/use-data.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useConfirm } from '../../../parts/confirm.tsx'
import { Status } from '../../../parts/status.tsx'
import { timeZone } from '../../../parts/time-zone.ts'
import { Untrusted } from '../../../parts/untrusted.tsx'
import { When } from '../../../parts/when.tsx'
import { ApprovalLinks, type CreatedLink, NewLink } from '../../../post/approval/approval-links.tsx'
import { approvalMessages } from '../../../post/approval/messages.ts'
import { isEditable } from '../../../post/post-state.ts'
import { useMay } from '../../../session/use-session.ts'

const topics = ['posts'] as const
const colors = { awaiting: 'retrying', approved: 'published', changes_requested: 'failed' } as const

/** Whether a client has to approve the post, what they decided, and the links that were sent. */
export function Approval({ post }: { post: Post }) {
  const t = useMessages(approvalMessages)
  const { approval } = post
  if (!approval && !isEditable(post)) return null
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('title')}
        </Title>
        {approval ? (
          <Stack gap={4}>
            <Group gap="xs">
              <Status value={colors[approval.status]} label={t(approval.status)} />
              <When at={approval.changed_at} size="xs" c="dimmed" />
            </Group>
            <Text size="sm">{t(explanationOf(post, approval))}</Text>
            {approval.comment && <Untrusted size="sm">{approval.comment}</Untrusted>}
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        )}
        <Actions post={post} />
        {approval && <ApprovalLinks postId={post.id} />}
      </Stack>
    </Paper>
  )
}

function explanationOf(post: Post, { status, if_late }: NonNullable<Post['approval']>) {
  if (status === 'approved') return 'done'
  if (status === 'changes_requested') return 'refused'
  if (if_late === 'publish') return 'publishLate'
  const isLate = post.scheduled_at !== null && Date.parse(post.scheduled_at) <= Date.now()
  return post.status === 'awaiting_approval' && isLate ? 'late' : 'held'
}

function Actions({ post }: { post: Post }) {
  const t = useMessages(approvalMessages)
  const ask = useConfirm()
  const mayPublish = useMay('posts:write')
  const [created, setCreated] = useState<CreatedLink | null>(null)
  const link = useAction(
    () => client.posts.approvalLinks.createForPost(post.id, { time_zone: timeZone() }),
    { topics, onSuccess: setCreated },
  )
  const update = useAction(
    (_client, approval: object | null) => client.posts.update(post.id, { approval }),
    { topics, successMessage: ({ approval }) => t(approval ? 'markDone' : 'withdrawDone') },
  )
  const withdraw = async () => {
    const isSure = await ask({
      title: t('withdrawTitle'),
      text: t(post.status === 'draft' ? 'withdrawTextDraft' : 'withdrawText'),
      action: t('withdraw'),
    })
    if (isSure) update.mutate(null)
  }
  const isHeld = post.status === 'publishing' && post.approval?.status !== 'approved'
  if (!isEditable(post) && !isHeld) return null
  if (!mayPublish) {
    return <Mark post={post} isPending={update.isPending} onMark={() => update.mutate({})} />
  }
  return (
    <>
      <Group gap="xs">
        <Button
          variant={post.approval ? 'default' : 'light'}
          size="xs"
          leftSection={<UserCheck size={14} aria-hidden />}
          loading={link.isPending}
          onClick={() => link.mutate(undefined)}
        >
          {t(post.approval ? 'askAgain' : 'ask')}
        </Button>
        {post.approval && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            loading={update.isPending}
            onClick={() => void withdraw()}
          >
            {t('withdraw')}
          </Button>
        )}
      </Group>
      <NewLink link={created} onClose={() => setCreated(null)} />
    </>
  )
}

type MarkProps = { post: Post; isPending: boolean; onMark: () => void }

/** For members who may not publish: whoever has a link can approve, so they ask without one. */
function Mark({ post, isPending, onMark }: MarkProps) {
  const t = useMessages(approvalMessages)
  if (post.approval) {
    return (
      <Text size="sm" c="dimmed">
        {t('draftHint')}
      </Text>
    )
  }
  return (
    <Group>
      <Button variant="default" size="xs" loading={isPending} onClick={onMark}>
        {t('mark')}
      </Button>
    </Group>
  )
}
