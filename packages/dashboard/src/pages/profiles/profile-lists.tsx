import { Anchor, Box, Flex, Group, Stack, Text } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useData, useList } from '../../api/use-data.ts'
import { ReconnectButton } from '../../connect/reconnect.tsx'
import { useMessages } from '../../messages/messages.ts'
import { AccountAvatar } from '../../parts/account-avatar.tsx'
import { accountMessages } from '../../parts/account-messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { MissingPermissions } from '../../parts/missing-permissions.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { Status } from '../../parts/status.tsx'
import { accountHandle, visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import type { ProfileName } from '../../session/use-profiles.ts'
import { keyMessages } from '../api-keys/messages.ts'
import { profileMessages } from './messages.ts'

type Props = { profile: ProfileName }

const listOptions = { scope: 'all', limit: 5 } as const

export function ProfileAccounts({ profile, connect }: Props & { connect: ReactNode }) {
  const t = useMessages(profileMessages)
  const list = useList(
    'accounts',
    ['profile', profile.id],
    (client, page) => client.withProfile(profile.id).accounts.list(page),
    listOptions,
  )
  return (
    <ListStates
      list={list}
      empty={
        <Stack gap="sm" align="flex-start">
          <Nothing>{t('noAccounts')}</Nothing>
          {connect}
        </Stack>
      }
    >
      {(accounts) =>
        accounts.map((account) => (
          <Line key={account.id} end={<AccountState account={account} />}>
            <Group wrap="nowrap" gap="sm" miw={0}>
              <AccountAvatar account={account} size={30} />
              <Stack gap={0} miw={0}>
                <Anchor
                  component={Link}
                  to={`/accounts/${account.id}`}
                  size="sm"
                  truncate
                  dir="auto"
                >
                  {accountHandle(account)}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {platformName(account.platform)}
                </Text>
              </Stack>
            </Group>
          </Line>
        ))
      }
    </ListStates>
  )
}

/** The status and what is wrong; the button to reconnect if access has ended. */
function AccountState({ account }: { account: AccountListItem }) {
  const t = useMessages(accountMessages)
  return (
    <Flex
      direction={{ base: 'column', xs: 'row' }}
      align={{ base: 'flex-end', xs: 'center' }}
      gap={6}
    >
      <MissingPermissions account={account} />
      <Status value={account.status} label={t(account.status)} />
      {account.status === 'expired' && <ReconnectButton account={account} size="xs" />}
    </Flex>
  )
}

export function ProfileComments({ profile }: Props) {
  const t = useMessages(profileMessages)
  const comments = useData(
    'comments',
    ['profile', profile.id],
    (client) =>
      client
        .withProfile(profile.id)
        .comments.list({ reply_status: 'unreplied', deleted: 'false', limit: commentsMax }),
    { scope: 'all' },
  )
  return (
    <DataState query={comments} rows={2}>
      {({ data }) =>
        data.length === 0 ? (
          <Nothing>{t('noComments')}</Nothing>
        ) : (
          data.map((comment) => (
            <Line
              key={comment.id}
              end={
                <Text size="xs" c="dimmed">
                  <When at={comment.commented_at} />
                </Text>
              }
            >
              <Anchor
                component={Link}
                to="/inbox"
                search={{ profile: profile.id, comment: comment.id } as never}
                size="sm"
                c="inherit"
                className="untrusted"
                dir="auto"
                lineClamp={2}
              >
                <b>{visibleName(comment.author_username, '?')}</b>{' '}
                {comment.text.slice(0, textChars)}
              </Anchor>
            </Line>
          ))
        )
      }
    </DataState>
  )
}

const commentsMax = 5
const textChars = 200

export function ProfileKeys({ profile }: Props) {
  const t = useMessages(profileMessages)
  const of = useMessages(keyMessages)
  const list = useList(
    'api_keys',
    ['profile', profile.id],
    (client, page) => client.withProfile(profile.id).apiKeys.list(page),
    listOptions,
  )
  return (
    <ListStates list={list} empty={<Nothing>{t('noKeys')}</Nothing>}>
      {(keys) =>
        keys.map((key) => (
          <Line
            key={key.id}
            end={
              <Status value={key.status === 'active' ? 'active' : 'ended'} label={of(key.status)} />
            }
          >
            <Text size="sm" truncate dir="auto">
              {visibleName(key.name, key.id)}
            </Text>
            <Text size="xs" c="dimmed" ff="monospace">
              {key.hint}…
            </Text>
          </Line>
        ))
      }
    </ListStates>
  )
}

export function ProfileWebhooks({ profile }: Props) {
  const t = useMessages(profileMessages)
  const list = useList(
    'webhooks',
    ['profile', profile.id],
    (client, page) => client.withProfile(profile.id).webhooks.list(page),
    listOptions,
  )
  return (
    <ListStates list={list} empty={<Nothing>{t('noWebhooks')}</Nothing>}>
      {(endpoints) =>
        endpoints.map(({ id, url }) => (
          <Line key={id}>
            <Anchor component={Link} to={`/webhooks/${id}`} size="sm" className="untrusted">
              {url}
            </Anchor>
          </Line>
        ))
      }
    </ListStates>
  )
}

export function Nothing({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}

/** A line of a list, with its state at the end. */
export function Line({ end, children }: { end?: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" py={4}>
      <Stack gap={0} miw={0}>
        {children}
      </Stack>
      {end && (
        <Box ta="end" style={{ flexShrink: 0, maxWidth: '60%' }}>
          {end}
        </Box>
      )}
    </Group>
  )
}
