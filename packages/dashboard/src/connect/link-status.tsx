import { Anchor, Button, Group, List, Loader, Stack, Text } from '@mantine/core'
import type { AccountListItem, ConnectLink } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDot, CircleX } from 'lucide-react'
import { client } from '../api/client.ts'
import { useAction, useAllItems, useData } from '../api/use-data.ts'
import { type Translate, useMessages } from '../messages/messages.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { AccountName, platformName } from '../parts/platform-mark.tsx'
import { Status } from '../parts/status.tsx'
import { accountHandle } from '../parts/visible-name.ts'
import { When } from '../parts/when.tsx'
import { linkMessages } from './messages.ts'
import { useMissingPermissions } from './use-missing-permissions.ts'
import { minutesUntil, useNow } from './use-now.ts'

type Words = Translate<Record<NonNullable<(typeof linkMessages)['keys']>, string>>

const countdownMs = 10_000

/** Status of a link, its attempts and the connected accounts. */
export function LinkStatus({ link }: { link: ConnectLink }) {
  const t = useMessages(linkMessages)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} role="status">
          <Group gap="xs">
            <LinkBadge status={link.status} />
            {link.status === 'valid' && <Loader size={14} type="dots" aria-hidden />}
          </Group>
          <Text size="sm">
            <StateText link={link} />
          </Text>
        </Stack>
        {link.status === 'valid' && <Revoke id={link.id} />}
      </Group>
      {link.status === 'used' && (
        <ConnectedAccounts profileId={link.profile_id} ids={link.account_ids ?? []} />
      )}
      <Attempts attempts={link.attempts} none={t('noAttempts')} />
    </Stack>
  )
}

/** What the client did, newest first; `attempts` are in chronological order. */
export function Attempts({ attempts, none }: { attempts: readonly Attempt[]; none: string }) {
  const t = useMessages(linkMessages)
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('attempts')}
      </Text>
      {attempts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <List size="sm" spacing={6} center listStyleType="none">
          {attempts.toReversed().map((attempt, index) => (
            <List.Item
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no ID and no state
              key={index}
              icon={<AttemptIcon attempt={attempt} />}
              c={isDone(attempt) ? 'var(--mantine-color-teal-light-color)' : 'inherit'}
            >
              {attemptText(attempt, t)} <When at={attempt.at} c="dimmed" size="xs" />
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

export function LinkBadge({ status }: { status: ConnectLink['status'] }) {
  const t = useMessages(linkMessages)
  // Expiry is not an error, so it is not red.
  const value = { valid: 'pending', used: 'connected', expired: 'ended', revoked: 'ended' }[status]
  return <Status value={value} label={t(status)} />
}

function StateText({ link }: { link: ConnectLink }) {
  const t = useMessages(linkMessages)
  const now = useNow(countdownMs)
  switch (link.status) {
    case 'valid':
      return t('validText', { time: t('minutes', { count: minutesUntil(link.expires_at, now) }) })
    case 'used':
      return t('usedText', { count: link.account_ids?.length ?? 0 })
    case 'expired':
      return t('expiredText')
    case 'revoked':
      return t('revokedText')
  }
}

function Revoke({ id }: { id: string }) {
  const t = useMessages(linkMessages)
  const confirm = useConfirm()
  const revoke = useAction(() => client.connect.links.revoke(id), {
    topics: ['connect_links'],
    successMessage: t('revokeDone'),
  })
  const ask = async () => {
    const question = { title: t('revokeTitle'), text: t('revokeText'), action: t('revoke') }
    if (await confirm(question)) revoke.mutate(undefined)
  }
  return (
    <Button variant="default" size="xs" onClick={() => void ask()} loading={revoke.isPending}>
      {t('revoke')}
    </Button>
  )
}

type ConnectedProps = { profileId: string; ids: readonly string[] }

/** The accounts that a link or an invitation connected, with links to their pages. */
export function ConnectedAccounts({ profileId, ids }: ConnectedProps) {
  const t = useMessages(linkMessages)
  const accounts = useAllItems(
    'accounts',
    ['of', profileId],
    (each) => each.withProfile(profileId).accounts.list({ limit: 100 }),
    { scope: 'all', enabled: ids.length > 0 },
  )
  const connected = accounts.data?.filter(({ id }) => ids.includes(id)) ?? []
  if (connected.length === 0) return null
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('accounts')}
      </Text>
      {connected.map((account) => (
        <Stack key={account.id} gap={0}>
          <Anchor component={Link} to={`/accounts/${account.id}`} size="sm" maw="100%">
            <AccountName platform={account.platform} username={accountHandle(account)} />
          </Anchor>
          <Missing account={account} />
        </Stack>
      ))}
    </Stack>
  )
}

function Missing({ account }: { account: AccountListItem }) {
  const t = useMessages(linkMessages)
  const permissions = useMissingPermissions()(account)
  if (!permissions) return null
  return (
    <Text size="xs" c="dimmed">
      {t('missingPermissions', { permissions })}
    </Text>
  )
}

type Attempt = ConnectLink['attempts'][number]

function isDone({ step, error }: Attempt): boolean {
  return step === 'done' && !error
}

function AttemptIcon({ attempt }: { attempt: Attempt }) {
  if (attempt.error) return <CircleX size={16} aria-hidden color="var(--mantine-color-error)" />
  const Icon = isDone(attempt) ? CircleCheck : CircleDot
  return <Icon size={16} aria-hidden style={{ display: 'block' }} />
}

const errors = [
  'access_denied',
  'permission_missing',
  'account_in_other_profile',
  'plan_account_limit',
  'platform_unavailable',
  'wrong_account',
  'closed',
  'account_unknown',
  'server_unknown',
  'server_refused',
  'no_accounts',
] as const

/** Describes an attempt's step and its error. */
export function attemptText({ platform, step, error }: Attempt, t: Words): string {
  const name = platform ? platformName(platform) : t('aPlatform')
  if (!error && !platform) return t('startedAttempt')
  if (!error) return t(step === 'done' ? 'done' : 'opened', { platform: name })
  const knownError = errors.find((each) => each === error)
  const reason =
    error === 'expired'
      ? t('expiredError')
      : knownError
        ? t(knownError)
        : t('otherError', { code: error })
  return t('failed', { platform: name, why: reason })
}

const pollMs = 15_000

/** Polls a link: its expiry sends no live notification. */
export function usePolledLink(id: string, enabled = true) {
  return useData('connect_links', ['one', id], (each) => each.connect.links.get(id), {
    scope: 'all',
    refetchInterval: pollMs,
    enabled,
  })
}
