import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { AccountAvatar } from '../../parts/account-avatar.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { Status } from '../../parts/status.tsx'
import { accountHandle, visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import type { ProfileName } from '../../session/use-profiles.ts'
import { accountMessages } from '../accounts/messages.ts'
import { keyMessages } from '../api-keys/messages.ts'
import { LinkBadge } from '../connect-links/link-status.tsx'
import { profileMessages } from './messages.ts'

type Props = { profile: ProfileName }

const listOptions = { scope: 'all', limit: 5 } as const

export function ProfileAccounts({ profile }: Props) {
  const t = useMessages(profileMessages)
  const of = useMessages(accountMessages)
  const list = useList(
    'accounts',
    ['profile', profile.id],
    (client, page) => client.withProfile(profile.id).accounts.list(page),
    listOptions,
  )
  return (
    <ListStates list={list} empty={<Nothing>{t('noAccounts')}</Nothing>}>
      {(accounts) =>
        accounts.map((account) => (
          <Line key={account.id} end={<Status value={account.status} label={of(account.status)} />}>
            <Group wrap="nowrap" gap="sm" miw={0}>
              <AccountAvatar account={account} size={30} />
              <Anchor component={Link} to={`/accounts/${account.id}`} size="sm" truncate dir="auto">
                {accountHandle(account)}
              </Anchor>
            </Group>
          </Line>
        ))
      }
    </ListStates>
  )
}

export function ProfileLinks({ profile }: Props) {
  const t = useMessages(profileMessages)
  const list = useList(
    'connect_links',
    ['profile', profile.id],
    (client, page) => client.withProfile(profile.id).connect.links.list(page),
    listOptions,
  )
  return (
    <ListStates list={list} empty={<Nothing>{t('noLinks')}</Nothing>}>
      {(links) =>
        links.map((link) => (
          <Line key={link.id} end={<LinkBadge status={link.status} />}>
            <Anchor
              component={Link}
              to="/connect-links"
              search={{ link: link.id } as never}
              size="sm"
            >
              <When at={link.created_at} exact />
            </Anchor>
          </Line>
        ))
      }
    </ListStates>
  )
}

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

function Nothing({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}

function Line({ end, children }: { end?: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Stack gap={0} miw={0}>
        {children}
      </Stack>
      {end && <Box style={{ flexShrink: 0 }}>{end}</Box>}
    </Group>
  )
}
