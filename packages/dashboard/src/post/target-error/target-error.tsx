import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Post, Target } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleHelp, Copy, ExternalLink, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { ReconnectButton } from '../../connect/reconnect.tsx'
import { useMessages } from '../../messages/messages.ts'
import { platformName } from '../../parts/platform-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { accountHandle } from '../../parts/visible-name.ts'
import { useAccountOf } from '../../session/use-accounts.ts'
import { useMay } from '../../session/use-session.ts'
import { detailMessages } from '../detail-messages.ts'
import { postMessages } from '../messages.ts'
import { isFailed, isRetryable, partCountOn } from '../post-state.ts'
import { usePostActions } from '../use-post-actions.ts'
import { errorMessages } from './messages.ts'
import { ResolveDialog } from './resolve-dialog.tsx'
import { useCure } from './target-cure.ts'
import { TargetErrorText, type TargetErrorValue } from './target-error-text.tsx'

type Props = {
  post: Post
  target: Target
  /** Whether the title has the account, where it is not in view. */
  isNamed?: boolean
  onReconnect?: (() => void) | undefined
}

/** Why a target was not published, with the actions that resolve it. The cure is the first one. */
export function TargetError({ post, target, isNamed = false, onReconnect }: Props) {
  if (target.status === 'unknown') return <Unknown post={post} target={target} />
  if (!target.error || !isFailed(target)) return null
  return <Failed {...{ post, target, isNamed, onReconnect }} error={target.error} />
}

type FailedProps = Props & { error: TargetErrorValue }

function Failed({ post, target, error, isNamed, onReconnect }: FailedProps) {
  const t = useMessages(detailMessages)
  const te = useMessages(errorMessages)
  const tp = useMessages(postMessages)
  const actions = usePostActions()
  const canPublish = useMay('posts:write')
  const account = useAccountOf()(target.account_id)
  const { code } = error
  const title = isNamed && account ? `${accountHandle(account)}: ${te(code)}` : te(code)
  const cure = useCure(post, target, error)
  const canRetry = isRetryable(target)
  const isCuredByRetry = cure.kind === 'retry' || cure.kind === 'reconnected'
  return (
    <Alert color="red" variant="light" icon={<CircleAlert />} title={title} role="alert">
      <Stack gap="xs">
        <TargetErrorText error={error} platform={target.platform} />
        {target.status === 'partially_published' && canRetry && (
          <Text size="sm">{t('liveUpTo', placeOf(post, target))}</Text>
        )}
        {canRetry ? (
          <Text size="sm">
            {cure.kind === 'reconnected' ? t('reconnectedSince') : te(`${code}_do`)}
            {cure.kind === 'edit' && canPublish && ` ${t('retryPointless')}`}
          </Text>
        ) : (
          <Text size="sm">{t('partsDeleted')}</Text>
        )}
        <Group gap="xs">
          {cure.kind === 'reconnect' && (
            <ReconnectButton account={cure.account} size="xs" onOpen={onReconnect} />
          )}
          {code === 'duplicate' && <AccountLink target={target} />}
          {(cure.kind === 'edit' || !canRetry) && (
            <Button
              component={Link}
              to="/posts/new"
              search={{ duplicate: post.id, account: target.account_id } as never}
              size="xs"
              leftSection={<Copy size={14} aria-hidden />}
            >
              {t(post.targets.length === 1 ? 'duplicateAndEdit' : 'duplicateForAccount')}
            </Button>
          )}
          {canPublish && canRetry && (
            <Button
              size="xs"
              variant={isCuredByRetry ? 'filled' : 'default'}
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

function Unknown({ post, target }: Props) {
  const t = useMessages(detailMessages)
  const actions = usePostActions()
  const canPublish = useMay('posts:write')
  const [isOpen, setIsOpen] = useState(false)
  const place = placeOf(post, target)
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
        {place.count > 1 && <Text size="sm">{t('unknownPart', place)}</Text>}
        <Text size="sm">{t('unknownSearching')}</Text>
        <Group gap="xs">
          <AccountLink target={target} />
          {canPublish && (
            <>
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
            </>
          )}
        </Group>
      </Stack>
      {isOpen && (
        <ResolveDialog postId={post.id} target={target} onClose={() => setIsOpen(false)} />
      )}
    </Alert>
  )
}

/** Where in its thread the target is: its first missing part. */
function placeOf(post: Post, target: Target) {
  const live = target.parts.length
  return { live, next: live + 1, count: partCountOn(post, target) }
}

/** Opens the account on its platform, to look for the post. */
function AccountLink({ target }: { target: Target }) {
  const t = useMessages(detailMessages)
  const url = safeUrl(useAccountOf()(target.account_id)?.profile_url)
  if (!url) return null
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      size="xs"
      variant="default"
      rightSection={<ExternalLink size={14} aria-hidden />}
    >
      {t('checkAccount', { platform: platformName(target.platform) })}
    </Button>
  )
}
