import { Button, Group, Stack, TextInput } from '@mantine/core'
import { PosternError, type Session } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { useSubmitOnce } from '../api/use-submit-once.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { sessionMessages } from './messages.ts'

type Props = { email?: string; onSignedIn: (session: Session) => void }

/**
 * Email and password, then the code of the second factor if the member has one. The server opens no
 * session before it has both, so the password is sent again with the code.
 */
export function SignInForm({ email: known = '', onSignedIn }: Props) {
  const t = useMessages(sessionMessages)
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [step, setStep] = useState<'password' | 'code'>('password')
  const signIn = useSubmitOnce({
    mutationFn: (sent: string) =>
      client.session.signIn({ email, password, ...(sent ? { code: sent } : {}) }),
    onSuccess: onSignedIn,
    onError: (err) => {
      if (codeOf(err) === 'second_factor_required') setStep('code')
      if (codeOf(err) === 'second_factor_invalid') setCode('')
    },
  })
  const failure = codeOf(signIn.error)
  const isShownByField = failure !== null && fieldFailures.includes(failure)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate(step === 'code' ? code : '')
      }}
    >
      <Stack>
        {step === 'password' ? (
          <>
            <TextInput
              label={t('email')}
              type="email"
              autoComplete="username"
              required
              data-autofocus={!known || undefined}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <PasswordField
              label={t('password')}
              autoComplete="current-password"
              required
              data-autofocus={known !== '' || undefined}
              value={password}
              error={failure === 'sign_in_failed' ? t('incorrect') : null}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </>
        ) : (
          <CodeField
            value={code}
            error={failure === 'second_factor_invalid' ? t('wrongCode') : null}
            onChange={setCode}
            onComplete={(digits) => signIn.mutate(digits)}
          />
        )}
        {signIn.error && !isShownByField && <ErrorNotice error={signIn.error} />}
        <Group grow>
          {step === 'code' && (
            <Button
              variant="default"
              onClick={() => {
                setStep('password')
                setCode('')
                signIn.reset()
              }}
            >
              {t('back')}
            </Button>
          )}
          <Button type="submit" loading={signIn.isPending}>
            {t(step === 'code' ? 'verify' : 'signIn')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const fieldFailures = ['sign_in_failed', 'second_factor_required', 'second_factor_invalid']

function codeOf(err: Error | null): string | null {
  return err instanceof PosternError ? err.code : null
}
