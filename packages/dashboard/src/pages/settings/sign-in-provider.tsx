import { Badge, Button, Group, Text } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { useMember } from '../../session/use-session.ts'
import { settingsMessages } from './messages.ts'

/** Whether an account at the OpenID Connect provider is linked; signing in there once links it. */
export function SignInProvider() {
  const t = useMessages(settingsMessages)
  const { provider } = useMember().sign_in
  if (!provider) return null
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {provider.label}
        </Text>
        <Badge variant="light" color={provider.linked ? 'green' : 'gray'} tt="none">
          {t(provider.linked ? 'linked' : 'notLinked')}
        </Badge>
      </Group>
      {!provider.linked && (
        <Button component="a" variant="default" href={`${provider.url}?next=/settings`}>
          {t('link')}
        </Button>
      )}
    </Group>
  )
}
