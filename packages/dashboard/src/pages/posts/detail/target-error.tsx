import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { Account, Post, Target } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleHelp, RotateCw } from 'lucide-react'
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

type Props = { post: Post; target: Target }

/** The error of a target with the actions that resolve it. */
export function TargetError({ post, target }: Props) {
  if (target.status === 'unknown') return <Unknown post={post} target={target} />
  if (!target.error || target.status === 'published') return null
  return <Failed post={post} target={target} error={target.error} />
}

/** Errors that are fixed on the account page. */
const accountErrorCodes = ['auth_expired', 'permission_missing', 'account_disconnected']

/** Links are underlined: their color has too little contrast on an alert. */
const linkProps = { size: 'sm', c: 'inherit', underline: 'always' } as const

type FailedProps = Props & { error: NonNullable<Target['error']> }

function Failed({ post, target, error }: FailedProps) {
  const t = useMessages(detailMessages)
  const te = useMessages(errorMessages)
  const tp = useMessages(postMessages)
  const actions = usePostActions()
  const canPublish = useMay('posts:write')
  const isFinal = target.status === 'failed'
  const { code, message, retryable } = error
  const reconnect = useAccountToReconnect(target, code)
  return (
    <Alert
      color={isFinal ? 'red' : 'orange'}
      variant="light"
      icon={<CircleAlert />}
      title={te(code)}
      role={isFinal ? 'alert' : 'status'}
    >
      <Stack gap="xs">
        {isFinal && <Text size="sm">{te(`${code}_do`)}</Text>}
        {message && (
          <Text size="sm" className="untrusted">
            {t('platformMessage')} {message}
          </Text>
        )}
        <Text size="xs">
          {t('code', { code })} ·{' '}
          {t(isFinal ? (retryable ? 'retryable' : 'notRetryable') : 'retrying')}
        </Text>
        {isFinal && (
          <Group gap="sm">
            {reconnect && (
              <ReconnectButton
                account={reconnect}
                size="xs"
                variant={needsReconnecting(reconnect) ? 'filled' : 'default'}
              />
            )}
            {canPublish && (
              <Button
                size="xs"
                variant="default"
                leftSection={<RotateCw size={14} aria-hidden />}
                loading={actions.isBusy}
                onClick={() => void actions.retry(post, target.id)}
              >
                {tp('retry')}
              </Button>
            )}
            {accountErrorCodes.includes(code) ? (
              <Anchor
                component={Link}
                to={'/accounts/$id' as never}
                params={{ id: target.account_id } as never}
                {...linkProps}
              >
                {te('viewAccount')}
              </Anchor>
            ) : (
              <Anchor
                component={Link}
                to="/posts/new"
                search={{ duplicate: post.id } as never}
                {...linkProps}
              >
                {tp('duplicate')}
              </Anchor>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

/**
 * The account to reconnect first; `null` if that would not help. A platform may refuse a permission
 * that was granted when the account was connected.
 */
function useAccountToReconnect(target: Target, code: string): Account | null {
  const account = useAccountOf()(target.account_id)
  if (!account || !accountErrorCodes.includes(code)) return null
  return code === 'permission_missing' || needsReconnecting(account) ? account : null
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
