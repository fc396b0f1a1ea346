import { ActionIcon, Group, Paper, Stack, Text, Tooltip } from '@mantine/core'
import type { Media, Post, Target } from '@postern/sdk'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { AccountAvatar } from '../../../parts/account-avatar.tsx'
import { platformName } from '../../../parts/platform-mark.tsx'
import { Untrusted } from '../../../parts/untrusted.tsx'
import { useAccountOf } from '../../../session/use-accounts.ts'
import { useMay } from '../../../session/use-session.ts'
import { detailMessages } from '../parts/detail-messages.ts'
import { targetStatusOf } from '../parts/post-state.ts'
import { PostStatus } from '../parts/post-status.tsx'
import { usePostActions } from '../parts/use-post-actions.ts'
import { useTargetAccount } from '../parts/use-target-account.ts'
import { MediaRow } from './post-content.tsx'
import { TargetError } from './target-error.tsx'
import { TargetOptions } from './target-options.tsx'
import { TargetTimeline } from './target-timeline.tsx'

type Props = { post: Post; target: Target; media: readonly Media[] }

/** One target of a post: account, status, what happened, error and overrides. */
export function TargetCard({ post, target, media }: Props) {
  const account = useTargetAccount()(target)
  return (
    <Paper withBorder p="md" component="li">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <AccountAvatar account={account} />
            <Stack gap={0} miw={0}>
              <Text size="sm" fw={600} truncate dir="auto">
                {account.username}
              </Text>
              <Text size="xs" c="dimmed">
                {platformName(target.platform)}
              </Text>
            </Stack>
          </Group>
          <Group gap={6} wrap="nowrap">
            <PostStatus value={targetStatusOf(target)} />
            <DeleteButton post={post} target={target} />
          </Group>
        </Group>
        <TargetTimeline post={post} target={target} />
        <TargetError post={post} target={target} />
        <Overrides target={target} media={media} />
      </Stack>
    </Paper>
  )
}

function DeleteButton({ post, target }: Omit<Props, 'media'>) {
  const t = useMessages(detailMessages)
  const actions = usePostActions()
  const account = useAccountOf()(target.account_id)
  const canPublish = useMay('posts:write')
  const isLive = target.status === 'published' && !target.deleted_at
  if (!isLive || !canPublish || !account?.capabilities.delete) return null
  const label = t('delete', { platform: platformName(target.platform) })
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={label}
        loading={actions.isBusy}
        onClick={() => void actions.remove(post, target)}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** The content that differs from the post for this account. */
function Overrides({ target, media }: Pick<Props, 'target' | 'media'>) {
  const t = useMessages(detailMessages)
  const { text, media: ownMedia, first_comment, first_comment_status } = target
  return (
    <>
      {text !== null && (
        <Section label={t('ownText')}>
          <Untrusted size="sm">{text}</Untrusted>
        </Section>
      )}
      {ownMedia !== null && ownMedia.length > 0 && (
        <Section label={t('ownMedia')}>
          <MediaRow references={ownMedia} media={media} />
        </Section>
      )}
      {first_comment && (
        <Section
          label={
            first_comment_status
              ? `${t('firstComment')} · ${t(`first_${first_comment_status}`)}`
              : t('firstComment')
          }
        >
          <Untrusted size="sm">{first_comment}</Untrusted>
        </Section>
      )}
      <TargetOptions target={target} />
    </>
  )
}

function Section({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {children}
    </div>
  )
}
