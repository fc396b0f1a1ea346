import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { PosternError, type Session } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { usePress } from '../api/use-press.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { sessionWords } from './words.ts'

type Props = { email?: string; onSignedIn: (session: Session) => void }

/** E-mail and password; what was typed stays when it fails. */
export function SignInForm({ email: known = '', onSignedIn }: Props) {
  const t = useMessages(sessionWords)
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const signIn = usePress({
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
