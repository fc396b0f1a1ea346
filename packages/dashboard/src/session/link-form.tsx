import { Box, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { PosternError, type Session, type SignInLink, type SignInMethods } from '@postern/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../api/client.ts'
import { useSubmitOnce } from '../api/use-submit-once.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorNotice, fieldError } from '../parts/error-notice.tsx'
import { useFocusInvalid } from '../parts/focus-invalid.ts'
import { LoadingLines } from '../parts/list-states.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { sessionMessages } from './messages.ts'
import { SignInOptions } from './sign-in-options.tsx'

type Props = {
  token: string
  methods: SignInChoice
  onSignedIn: (session: Session) => void
  onGiveUp: () => void
}

type SignInChoice = Pick<SignInMethods, 'password' | 'provider'>

/** Sets a password with a sign-in link. Opening the link does not use it up, saving does. */
export function LinkForm({ token, methods, onSignedIn, onGiveUp }: Props) {
  const t = useMessages(sessionMessages)
  const link = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: () => client.session.readLink({ token }),
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.isPending) return <LoadingLines />
  if (link.data) {
    if (link.data.purpose === 'email') {
      return <ConfirmEmail token={token} email={link.data.email ?? ''} onDone={onGiveUp} />
    }
    const form = <Welcome token={token} link={link.data} onSignedIn={onSignedIn} />
    if (link.data.purpose !== 'invite') return form
    return (
      <SignInOptions methods={methods} next={null}>
        {form}
      </SignInOptions>
    )
  }
  if (!(link.error instanceof PosternError) || link.error.status >= 500) {
    return <ErrorNotice error={link.error!} onRetry={() => void link.refetch()} />
  }
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('linkBroken')}
      </Title>
      <Text>{t('linkBrokenText')}</Text>
      <Button onClick={onGiveUp}>{t('toSignIn')}</Button>
    </Stack>
  )
}

const texts = {
  first: 'welcomeFirst',
  invite: 'welcomeInvite',
  reset: 'welcomeReset',
} as const

function Welcome({
  token,
  link,
  onSignedIn,
}: {
  token: string
  link: SignInLink
  onSignedIn: (session: Session) => void
}) {
  const t = useMessages(sessionMessages)
  const isFirst = link.purpose === 'first'
  const [name, setName] = useState(isFirst ? '' : (link.name ?? ''))
  const [email, setEmail] = useState(link.email ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const redeem = useSubmitOnce({
    mutationFn: () =>
      client.session.redeem({
        token,
        password,
        ...(isFirst ? { name, email } : {}),
        ...(link.second_factor ? { code } : {}),
      }),
    onSuccess: onSignedIn,
  })
  const { error } = redeem
  useFocusInvalid(form, error)
  const isWrongCode = error instanceof PosternError && error.code === 'second_factor_invalid'
  const fields = ['name', 'email', 'password'].map((path) => fieldError(error, path))
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        redeem.mutate()
      }}
    >
      <Stack>
        <Box>
          <Title order={1} size="h2">
            {t('welcome')}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {t(texts[link.purpose as keyof typeof texts])}
          </Text>
        </Box>
        {isFirst && (
          <TextInput
            label={t('name')}
            autoComplete="name"
            required
            value={name}
            error={fields[0]}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required={isFirst}
          readOnly={!isFirst}
          value={email}
          error={fields[1]}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label={t('newPassword')}
          description={t('passwordHint')}
          autoComplete="new-password"
          required
          minLength={12}
          value={password}
          error={fields[2]}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {link.second_factor && (
          <CodeField value={code} error={isWrongCode ? t('wrongCode') : null} onChange={setCode} />
        )}
        {error && !isWrongCode && fields.every((each) => each === null) && (
          <ErrorNotice error={error} />
        )}
        <Button type="submit" loading={redeem.isPending}>
          {t(isFirst ? 'create' : 'submit')}
        </Button>
      </Stack>
    </form>
  )
}
