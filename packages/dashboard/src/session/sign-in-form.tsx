import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { PosternError, type Session } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { useSubmitOnce } from '../api/use-submit-once.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { sessionMessages } from './messages.ts'

type Props = { email?: string; onSignedIn: (session: Session) => void }

/** Email and password. Keeps the input after a failure. */
export function SignInForm({ email: known = '', onSignedIn }: Props) {
  const t = useMessages(sessionMessages)
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const signIn = useSubmitOnce({
    mutationFn: () => client.session.signIn({ email, password }),
    onSuccess: onSignedIn,
  })
  const isWrong = signIn.error instanceof PosternError && signIn.error.code === 'sign_in_failed'
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate()
      }}
    >
      <Stack>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          data-autofocus={!known || undefined}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          required
          data-autofocus={known !== '' || undefined}
          value={password}
          error={isWrong ? t('incorrect') : null}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {signIn.error && !isWrong && <ErrorNotice error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  )
}
