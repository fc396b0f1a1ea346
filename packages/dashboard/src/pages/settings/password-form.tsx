import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx'
import { useMember } from '../../session/use-session.ts'
import { settingsWords } from './words.ts'

export function PasswordForm() {
  const t = useMessages(settingsWords)
  const { member } = useMember()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const save = useAction(
    (client) => client.session.update({ current_password: current, password }),
    {
      topics: ['sessions'],
      done: t('passwordSaved'),
      onSuccess: () => {
        setCurrent('')
        setPassword('')
      },
      onError: () => {},
    },
  )
  const currentError = fieldError(save.error, 'current_password')
  const passwordError = fieldError(save.error, 'password')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <Stack>
        {/* Password managers want to know whose password it is. */}
        <input hidden readOnly autoComplete="username" value={member.email ?? ''} />
        <PasswordInput
          label={t('currentPassword')}
          required
          autoComplete="current-password"
          value={current}
          error={currentError}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordHint')}
          required
          minLength={12}
          autoComplete="new-password"
          value={password}
          error={passwordError}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {save.error && !currentError && !passwordError && <ErrorNotice error={save.error} />}
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={save.isPending}>
            {t('changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
