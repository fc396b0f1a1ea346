import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { Media, Post, Target } from '@postern/sdk'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { AccountAvatar } from '../../../parts/account-avatar.tsx'
import { commonMessages } from '../../../parts/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { Untrusted } from '../../../parts/untrusted.tsx'
import { When } from '../../../parts/when.tsx'
import { detailMessages } from '../../../post/detail-messages.ts'
import { useExpiredAccountsOf } from '../../../post/expired-accounts.tsx'
import { ExpiredAlert } from '../../../post/expired-alert.tsx'
import { isLive, targetStatusOf } from '../../../post/post-state.ts'
import { PostStatus } from '../../../post/post-status.tsx'
import { TargetError } from '../../../post/target-error/target-error.tsx'
import { usePostActions } from '../../../post/use-post-actions.ts'
import { useTargetAccount } from '../../../post/use-target-account.ts'
import { writtenFor } from '../../../post/written-target.ts'
import { useMay } from '../../../session/use-session.ts'
import { EditParts } from './edit-parts.tsx'
import { MediaRow } from './post-content.tsx'
import { TargetActions } from './target-actions.tsx'
import { TargetOptions } from './target-options.tsx'
import { TargetParts } from './target-parts.tsx'
import { TargetTimeline } from './target-timeline.tsx'

type Props = { post: Post; target: Target; media: readonly Media[] }

/** One target of a post: account, status, what happened, error and overrides. */
export function TargetCard({ post, target, media }: Props) {
  const account = useTargetAccount()(target)
  const at = timeOf(post, target)
  const [expired] = useExpiredAccountsOf()({ targets: [target] })
  return (
    <Paper withBorder p="md" component="li">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs" wrap="nowrap">
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
          <Stack gap={2} align="flex-end" flex="none">
            <PostStatus value={targetStatusOf(target)} />
            {at && <When at={at} day size="xs" c="dimmed" />}
          </Stack>
        </Group>
        {expired && <ExpiredAlert account={expired} />}
        <TargetTimeline target={target} />
        <TargetParts post={post} target={target} />
        <EditParts post={post} target={target} />
        <TargetActions post={post} target={target} />
        <TargetError post={post} target={target} />
        <Overrides post={post} target={target} media={media} />
      </Stack>
    </Paper>
  )
}

/**
 * The time of the status. Until the first attempt the line below the title says it, unless the
 * account has its own time.
 */
function timeOf(post: Post, target: Target): string | null {
  const { status, scheduled_at, published_at, failed_at, deleted_at } = target
  if (status === 'published') return deleted_at ?? published_at
  if (status === 'failed') return failed_at
  if (status === 'partially_published') return failed_at ?? published_at
  const isWaiting = status === 'draft' || status === 'scheduled'
  return isWaiting && post.mode !== 'now' && scheduled_at !== post.scheduled_at
    ? scheduled_at
    : null
}

/** The content that differs from the post for this account. */
function Overrides({ post, target, media }: Props) {
  const t = useMessages(detailMessages)
  const { text, media: ownMedia, thread } = writtenFor(post, target)
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
      {thread?.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one thread, in order
        <Section key={index} label={`${t('ownText')} · ${t('part', { number: index + 2 })}`}>
          <Untrusted size="sm">{part.text}</Untrusted>
          <MediaRow references={part.media} media={media} />
        </Section>
      ))}
      <FirstComment post={post} target={target} />
      <TargetOptions target={target} />
    </>
  )
}

/** The first comment, and why it was not written. */
function FirstComment({ post, target }: Pick<Props, 'post' | 'target'>) {
  const t = useMessages(detailMessages)
  const tc = useMessages(commonMessages)
  const actions = usePostActions()
  const canPublish = useMay('posts:write')
  const { first_comment, first_comment_status: status, first_comment_error: error } = target
  if (!first_comment) return null
  return (
    <Section label={status ? `${t('firstComment')} · ${t(`first_${status}`)}` : t('firstComment')}>
      <Untrusted size="sm">{first_comment}</Untrusted>
      {error && (
        <Text size="xs" className="untrusted">
          {tc('apiMessage')} <span lang="en">{error.message}</span>
        </Text>
      )}
      {error && canPublish && isLive(target) && (
        <Button
          size="xs"
          mt="xs"
          variant="default"
          leftSection={<RotateCw size={14} aria-hidden />}
          loading={actions.isBusy}
          onClick={() => void actions.retryComment(post, target)}
        >
          {t('retryComment')}
        </Button>
      )}
    </Section>
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
