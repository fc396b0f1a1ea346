import { Badge, Group, List, Stack, Text } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { Check, Minus, X } from 'lucide-react'
import { platformOf, useLabel } from '../../api/platforms.ts'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from './messages.ts'

const abilities = ['publish', 'delete', 'comments', 'reply', 'hide', 'insights'] as const

export function Abilities({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  return (
    <List listStyleType="none" spacing={6} size="sm" center>
      {abilities.map((ability) => {
        const isAble = account.capabilities[ability]
        const Icon = isAble ? Check : Minus
        return (
          <List.Item key={ability} icon={<Icon size={16} aria-hidden />}>
            <Text span inherit c={isAble ? 'inherit' : 'dimmed'}>
              {t(ability)}: {t(isAble ? 'can' : 'cannot')}
            </Text>
          </List.Item>
        )
      })}
    </List>
  )
}

/** Permissions with the platform's scope names; inactive while the account is not connected. */
export function Permissions({ account }: { account: Account }) {
  const { permissions, status, platform } = account
  const t = useMessages(accountMessages)
  const label = useLabel()
  const described = platformOf(platform)?.permissions ?? []
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
          <Stack gap={0} miw={0} flex={1}>
            {described
              .filter(({ scope }) => scope === name)
              .map((permission) => (
                <Text key={name} size="sm">
                  {label(permission.label)}
                </Text>
              ))}
            <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          </Stack>
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
