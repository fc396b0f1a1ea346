import { Badge, Group, List, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { Check, Minus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { platformOf, usePermissionName } from '../../api/platforms.ts'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { Fact } from '../../parts/fact.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { When } from '../../parts/when.tsx'
import { expiryToActOn } from './access-expiry.ts'

const abilities = ['publish', 'delete', 'comments', 'reply', 'hide', 'insights'] as const

/** What can be done with the account, and why something can't. */
export function Abilities({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const platform = { platform: platformName(account.platform) }
  const offered = platformOf(account.platform)?.abilities
  return (
    <List listStyleType="none" spacing={6} size="sm" center>
      {abilities.map((ability) => {
        const isAble = account.capabilities[ability]
        const Icon = isAble ? Check : Minus
        return (
          <List.Item key={ability} icon={<Icon size={16} aria-hidden />}>
            <Text span inherit c={isAble ? 'inherit' : 'dimmed'}>
              {t(ability)}
              {isAble && <VisuallyHidden>: {t('can')}</VisuallyHidden>}
              {!isAble &&
                `: ${offered?.[ability] === false ? t('notOffered', platform) : t('cannot')}`}
            </Text>
          </List.Item>
        )
      })}
    </List>
  )
}

/** Permissions in words; inactive while the account is not connected. */
export function Permissions({ account }: { account: Account }) {
  const { permissions, status, platform } = account
  const t = useMessages(accountMessages)
  const nameOf = usePermissionName()
  const all = [
    ...permissions.missing.map((name) => ({ name, isGranted: false })),
    ...permissions.granted.map((name) => ({ name, isGranted: true })),
  ]
  const hasAccess = status === 'connected'
  if (all.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('noPermissions')}
      </Text>
    )
  }
  return (
    <Stack gap="xs" component="ul" p={0} m={0}>
      {all.map(({ name, isGranted }) => (
        <Group
          key={name}
          component="li"
          justify="space-between"
          gap="xs"
          style={{ listStyle: 'none' }}
        >
          <Text size="sm" flex={1} miw={0} className="untrusted">
            {nameOf(platform, name)}
          </Text>
          {hasAccess ? (
            <Badge
              variant="light"
              color={isGranted ? 'teal' : 'orange'}
              tt="none"
              leftSection={
                isGranted ? <Check size={12} aria-hidden /> : <X size={12} aria-hidden />
              }
            >
              {t(isGranted ? 'granted' : 'notGranted')}
            </Badge>
          ) : (
            <Badge variant="light" color="gray" tt="none">
              {t('inactive')}
            </Badge>
          )}
        </Group>
      ))}
    </Stack>
  )
}

/** When it was connected, when access ends, and what its posts may have. */
export function ConnectionFacts({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const { i18n } = useTranslation()
  const { status, access_renews: renews, limits } = account
  const expiresAt = expiryToActOn(account)
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Stack gap="xs">
      {status === 'connected' && (
        <Fact label={t('expiresAt')}>
          {expiresAt ? <When at={expiresAt} day /> : t(renews ? 'renews' : 'noExpiry')}
        </Fact>
      )}
      <Fact label={t(status === 'connected' ? 'connectedAt' : 'lastConnected')}>
        <When at={account.connected_at} day />
      </Fact>
      {account.created_at !== account.connected_at && (
        <Fact label={t('firstSeen')}>
          <When at={account.created_at} day />
        </Fact>
      )}
      {account.account_type && (
        <Fact label={t('accountType')}>
          <span className="untrusted">{typeOf(account.account_type)}</span>
        </Fact>
      )}
      <Fact label={t('limits')}>
        {t('textMax', { count: number.format(limits.text_max) })},{' '}
        {t('mediaMax', { count: limits.media_max })}
      </Fact>
    </Stack>
  )
}

/** As "Media creator", from the platform's `MEDIA_CREATOR`. */
function typeOf(type: string): string {
  const words = type.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
