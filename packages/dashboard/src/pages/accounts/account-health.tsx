import { Alert, Group, Stack, Text } from '@mantine/core'
import type { Account, AccountHealth as Health } from '@postern/sdk'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { platformOf, useLabel } from '../../api/platforms.ts'
import { type Translate, useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { When } from '../../parts/when.tsx'

type Words = Translate<Record<NonNullable<(typeof accountMessages)['keys']>, string>>
type Problem = Health['problems'][number]

type Props = { health: Health; platform: Account['platform'] }

/** Problems of an account, each with advice. */
export function HealthReport({ health, platform }: Props) {
  const t = useMessages(accountMessages)
  const label = useLabel()
  const nameOf = (scope: string) => {
    const permission = platformOf(platform)?.permissions.find((each) => each.scope === scope)
    return permission ? label(permission.label) : scope
  }
  return (
    <Stack gap="sm">
      {health.problems.length === 0 && (
        <Group gap="xs">
          <CircleCheck size={18} aria-hidden />
          <Text>{t('healthy')}</Text>
        </Group>
      )}
      {health.problems.map((problem) => {
        const { message, action } = problemText(problem, t, nameOf)
        const isError = problem.severity === 'error'
        const Icon = isError ? CircleX : TriangleAlert
        return (
          <Alert
            key={`${problem.code} ${problem.permission}`}
            color={isError ? 'red' : 'yellow'}
            variant="light"
            icon={<Icon aria-hidden />}
            title={message}
          >
            {action}
          </Alert>
        )
      })}
      <CheckTimes health={health} />
    </Stack>
  )
}

/** Times of the last and next check; before the first check, the login counts as one. */
function CheckTimes({ health }: { health: Health }) {
  const t = useMessages(accountMessages)
  const { checked_at: last, next_check_at: next } = health
  if (!last && health.status !== 'connected') return null
  return (
    <Text size="sm" c="dimmed">
      {last ? `${t('checkedAt')}: ` : t('checkedAtLogin')}
      {last && <When at={last} />}
      {next && (
        <>
          {' · '}
          {t('nextCheck')}: <When at={next} />
        </>
      )}
    </Text>
  )
}

const actions = {
  token_expired: 'doLink',
  token_revoked: 'doLink',
  password_changed: 'doLink',
  deactivated: 'doActivate',
  server_changed: 'doLink',
  checkpoint_required: 'doConfirm',
  permission_revoked: 'doRestore',
  suspended: 'doContact',
  by_owner: 'doAgain',
  by_platform: 'doLink',
  permission_missing: 'doTick',
  access_expires_soon: 'doLink',
} as const

/** Translates a problem; an unknown code shows the API's message. */
function problemText(
  { code, message, action, permission }: Problem,
  t: Words,
  nameOf: (scope: string) => string,
) {
  if (!Object.hasOwn(actions, code)) return { message, action }
  const knownCode = code as keyof typeof actions
  const values = permission ? { permission: nameOf(permission) } : {}
  return { message: t(knownCode, values), action: t(actions[knownCode]) }
}
