import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Account, Post, Target } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleHelp, Copy, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { needsReconnecting, ReconnectButton } from '../../../connect/reconnect.tsx'
import { useMessages } from '../../../messages/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { useAccountOf } from '../../../session/use-accounts.ts'
import { useMay } from '../../../session/use-session.ts'
import { detailMessages } from '../parts/detail-messages.ts'
import { postMessages } from '../parts/messages.ts'
import { usePostActions } from '../parts/use-post-actions.ts'
import { errorMessages } from './error-messages.ts'
import { ResolveDialog } from './resolve-dialog.tsx'

type Props = { post: Post; target: Target; onReconnect?: (() => void) | undefined }

/** Why a target was not published, with the actions that resolve it. The cure is the first one. */
export function TargetError({ post, target, onReconnect }: Props) {
  if (target.status === 'unknown') return <Unknown post={post} target={target} />
  if (!target.error || target.status !== 'failed') return null
  return <Failed post={post} target={target} error={target.error} onReconnect={onReconnect} />
}

/** Errors that are cured by reconnecting the account. */
const accountErrorCodes = ['auth_expired', 'permission_missing', 'account_disconnected']

/** The API's message adds nothing to our sentence for these. */
const explainedCodes = [...accountErrorCodes, 'internal']

type FailedProps = Props & { error: NonNullable<Target['error']> }

function Failed({ post, target, error, onReconnect }: FailedProps) {
  const t = useMessages(detailMessages)
  const te = useMessages(errorMessages)
  const tp = useMessages(postMessages)
  const actions = usePostActions()
  const canPublish = useMay('posts:write')
  const { code, message, retryable } = error
  const account = useAccountToReconnect(post, target, code)
  const isContentWrong = !retryable && !accountErrorCodes.includes(code)
  const retryIsCure = account === null && !isContentWrong
  return (
    <Alert color="red" variant="light" icon={<CircleAlert />} title={te(code)} role="alert">
      <Stack gap="xs">
        {message && !explainedCodes.includes(code) && (
          <Text size="sm" className="untrusted">
            {message}
          </Text>
        )}
        <Text size="sm">{te(`${code}_do`)}</Text>
        <Group gap="xs">
          {account && <ReconnectButton account={account} size="xs" onOpen={onReconnect} />}
          {isContentWrong && (
            <Button
              component={Link}
              to="/posts/new"
              search={{ duplicate: post.id } as never}
              size="xs"
              leftSection={<Copy size={14} aria-hidden />}
            >
              {t('duplicateAndEdit')}
            </Button>
          )}
          {canPublish && (
            <Button
              size="xs"
              variant={retryIsCure ? 'filled' : 'default'}
              leftSection={<RotateCw size={14} aria-hidden />}
              loading={actions.isBusy}
              onClick={() => void actions.retry(post, target.id)}
            >
              {tp('retry')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}

/**
 * The account to reconnect first; `null` if that would not help. A platform may refuse a permission
 * that was granted when the account was connected, so reconnecting helps until it was done since.
 */
function useAccountToReconnect(post: Post, target: Target, code: string): Account | null {
  const account = useAccountOf()(target.account_id)
  if (!account || !accountErrorCodes.includes(code)) return null
  const wasReconnected = account.connected_at > post.updated_at
  return needsReconnecting(account) || !wasReconnected ? account : null
}

function Unknown({ post, target }: Props) {
  const t = useMessages(detailMessages)
  const actions = usePostActions()
  const canPublish = useMay('posts:write')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<CircleHelp />}
      title={t('unknownTitle')}
      role="alert"
    >
      <Stack gap="xs">
        <Text size="sm">{t('unknownText', { platform: platformName(target.platform) })}</Text>
        <Text size="sm">{t('unknownSearching')}</Text>
        {canPublish && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
              {t('isPublished')}
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={actions.isBusy}
              onClick={() => void actions.retry(post, target.id)}
            >
              {t('isNotPublished')}
            </Button>
          </Group>
        )}
      </Stack>
      {isOpen && (
        <ResolveDialog postId={post.id} target={target} onClose={() => setIsOpen(false)} />
      )}
    </Alert>
  )
}
