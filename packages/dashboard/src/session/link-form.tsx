import { Box, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { PosternError, type Session, type SignInLink, type SignInMethods } from '@postern/sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Form, useForm } from '../parts/form.tsx'
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
  const form = useForm({
    initialValues: {
      name: isFirst ? '' : (link.name ?? ''),
      email: link.email ?? '',
      password: '',
      code: '',
    },
    send: ({ name, email, password, code }) =>
      client.session.redeem({
        token,
        password,
        ...(isFirst ? { name, email } : {}),
        ...(link.second_factor ? { code } : {}),
      }),
    topics: [],
    onSuccess: onSignedIn,
    onError: (err) =>
      err instanceof PosternError &&
      err.code === 'second_factor_invalid' && { code: t('wrongCode') },
  })
  return (
    <Form
      form={form}
      buttons={
        <Button type="submit" loading={form.isPending}>
          {t(isFirst ? 'create' : 'submit')}
        </Button>
      }
    >
      <Box>
        <Title order={1} size="h2">
          {t('welcome')}
        </Title>
        <Text c="dimmed" size="sm" mt={4}>
          {t(texts[link.purpose as keyof typeof texts])}
        </Text>
      </Box>
      {isFirst && (
        <TextInput label={t('name')} autoComplete="name" required {...form.field('name')} />
      )}
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="username"
        required={isFirst}
        readOnly={!isFirst}
        {...form.field('email')}
      />
      <PasswordField
        label={t('newPassword')}
        description={t('passwordHint')}
        autoComplete="new-password"
        required
        minLength={12}
        {...form.field('password')}
      />
      {link.second_factor && <CodeField {...form.field('code')} />}
    </Form>
  )
}
