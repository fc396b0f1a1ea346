import { Button, Group, TextInput } from '@mantine/core'
import { PosternError, type Session } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { useMessages } from '../messages/messages.ts'
import { Form, useForm } from '../parts/form.tsx'
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
  const [step, setStep] = useState<'password' | 'code'>('password')
  const form = useForm({
    initialValues: { email: known, password: '', code: '' },
    check: ({ email, password, code }) =>
      step === 'code'
        ? { code: !code.trim() && t('codeMissing') }
        : {
            email: !email.trim() && t('emailMissing'),
            password: !password && t('passwordMissing'),
          },
    send: ({ code, ...rest }) => client.session.signIn({ ...rest, ...(code ? { code } : {}) }),
    topics: [],
    onSuccess: onSignedIn,
    onError: (err) => {
      const reason = err instanceof PosternError ? err.code : null
      if (reason === 'sign_in_failed') {
        setStep('password')
        return { password: t('incorrect') }
      }
      if (reason !== 'second_factor_required' && reason !== 'second_factor_invalid') return null
      setStep('code')
      form.set({ code: '' })
      return reason === 'second_factor_invalid' ? { code: t('wrongCode') } : {}
    },
  })
  const back = () => {
    setStep('password')
    form.set({ code: '' })
  }
  return (
    <Form
      form={form}
      buttons={
        <Group grow>
          {step === 'code' && (
            <Button variant="default" onClick={back}>
              {t('back')}
            </Button>
          )}
          <Button type="submit" loading={form.isPending}>
            {t(step === 'code' ? 'verify' : 'signIn')}
          </Button>
        </Group>
      }
    >
      {step === 'password' ? (
        <>
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            required
            data-autofocus={!known || undefined}
            {...form.field('email')}
          />
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            required
            data-autofocus={known !== '' || undefined}
            {...form.field('password')}
          />
        </>
      ) : (
        <CodeField {...form.field('code')} onComplete={() => form.submit()} />
      )}
    </Form>
  )
}
