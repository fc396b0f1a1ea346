import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { Media, Post, Target } from '@postern/sdk'
import { ExternalLink, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Translate, useMessages } from '../../../messages/messages.ts'
import { AccountAvatar } from '../../../parts/account-avatar.tsx'
import { platformName } from '../../../parts/platform-mark.tsx'
import { safeUrl } from '../../../parts/safe-url.ts'
import { Untrusted } from '../../../parts/untrusted.tsx'
import { When } from '../../../parts/when.tsx'
import { useAccountOf } from '../../../session/use-accounts.ts'
import { useMay } from '../../../session/use-session.ts'
import { detailMessages } from '../parts/detail-messages.ts'
import { targetStatusOf } from '../parts/post-state.ts'
import { PostStatus } from '../parts/post-status.tsx'
import { usePostActions } from '../parts/use-post-actions.ts'
import { useTargetAccount } from '../parts/use-target-account.ts'
import { MediaRow } from './post-content.tsx'
import { TargetError } from './target-error.tsx'

/** Set at build time from `openapi.json` (`vite.config.ts`). */
declare const __POST_ATTEMPTS_MAX__: number

type Words = Translate<Record<NonNullable<(typeof detailMessages)['keys']>, string>>
type Props = { post: Post; target: Target; media: readonly Media[] }

/** One target of a post: account, status, error and overrides. */
export function TargetCard({ post, target, media }: Props) {
  const t = useMessages(detailMessages)
  const account = useTargetAccount()(target)
  const { platform } = target
  const permalink = safeUrl(target.permalink)
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
                {platformName(platform)}
              </Text>
            </Stack>
          </Group>
          <PostStatus value={targetStatusOf(target)} />
        </Group>
        <TargetError post={post} target={target} />
        <Facts target={target} />
        <Overrides target={target} media={media} />
        {target.status === 'published' && !target.deleted_at && (
          <Group justify="space-between" gap="xs">
            {permalink && (
              <Anchor href={permalink} target="_blank" rel="noopener noreferrer" size="sm">
                {t('open', { platform: platformName(platform) })}{' '}
                <ExternalLink size={14} aria-hidden style={{ verticalAlign: '-2px' }} />
              </Anchor>
            )}
            <DeleteButton post={post} target={target} />
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function DeleteButton({ post, target }: Omit<Props, 'media'>) {
  const t = useMessages(detailMessages)
  const actions = usePostActions()
  const account = useAccountOf()(target.account_id)
  const canPublish = useMay('posts:write')
  if (!canPublish || !account?.capabilities.delete) return null
  return (
    <Button
      variant="subtle"
      color="red"
      size="xs"
      leftSection={<Trash2 size={14} aria-hidden />}
      loading={actions.isBusy}
      onClick={() => void actions.remove(post, target)}
    >
      {t('delete', { platform: platformName(target.platform) })}
    </Button>
  )
}

function Facts({ target }: { target: Target }) {
  const t = useMessages(detailMessages)
  const rows = facts(target, t)
  if (rows.length === 0) return null
  return (
    <Group gap="8px 24px" align="flex-start">
      {rows.map(([label, value]) => (
        <div key={label}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text size="sm" component="div">
            {value}
          </Text>
        </div>
      ))}
    </Group>
  )
}

function facts(target: Target, t: Words): [string, ReactNode][] {
  const { attempts, next_attempt_at, published_at, deleted_at, scheduled_at, status } = target
  const rows: [string, ReactNode][] = []
  if (published_at) rows.push([t('publishedAt'), <When key="published" at={published_at} exact />])
  else if (scheduled_at) {
    rows.push([t('scheduledFor'), <When key="scheduled" at={scheduled_at} exact />])
  }
  if (deleted_at) rows.push([t('deletedAt'), <When key="deleted" at={deleted_at} exact />])
  if (attempts > 0) {
    rows.push([t('attempts'), t('attemptsOf', { count: attempts, max: __POST_ATTEMPTS_MAX__ })])
  }
  if (next_attempt_at && status === 'scheduled' && attempts > 0) {
    rows.push([t('nextAttempt'), <When key="next" at={next_attempt_at} />])
  }
  return rows
}

/** The content that differs from the post for this account. */
function Overrides({ target, media }: Pick<Props, 'target' | 'media'>) {
  const t = useMessages(detailMessages)
  const { text, media: ownMedia, first_comment, first_comment_status, options } = target
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
      {Object.keys(options).length > 0 && (
        <Section label={t('options')}>
          <Text size="sm" ff="monospace" className="untrusted">
            {Object.entries(options)
              .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
              .join('\n')}
          </Text>
        </Section>
      )}
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
