import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx'
import { words } from '../../parts/words.ts'
import { useMember } from '../../session/use-session.ts'
import { settingsWords } from './words.ts'

/** Your name, and your address if you know your password. */
export function YouForm() {
  const t = useMessages(settingsWords)
  const common = useMessages(words)
  const { member } = useMember()
  const [name, setName] = useState(member.name)
  const [email, setEmail] = useState(member.email ?? '')
  const [password, setPassword] = useState('')
  const isNewEmail = email !== (member.email ?? '')
  const save = useAction(
    (client) =>
      client.session.update({ name, ...(isNewEmail ? { email, current_password: password } : {}) }),
    {
      topics: ['session', 'members'],
      done: t('saved'),
      onSuccess: () => setPassword(''),
      onError: () => {},
    },
  )
  const [nameError, emailError, passwordError] = ['name', 'email', 'current_password'].map((path) =>
    fieldError(save.error, path),
  )
  const isElsewhere = save.error && !nameError && !emailError && !passwordError
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <Stack>
        <TextInput
          label={t('name')}
          required
          autoComplete="name"
          value={name}
          error={nameError}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('email')}
          description={isNewEmail ? t('emailHint') : undefined}
          type="email"
          required
          autoComplete="username"
          value={email}
          error={emailError}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {isNewEmail && (
          <PasswordInput
            label={t('currentPassword')}
            required
            autoComplete="current-password"
            value={password}
            error={passwordError}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {isElsewhere && <ErrorNotice error={save.error!} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
