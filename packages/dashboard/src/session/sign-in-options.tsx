import { Button, Divider, Stack } from '@mantine/core'
import type { SignInMethods } from '@postern/sdk'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { sessionMessages } from './messages.ts'

type Props = {
  methods: Pick<SignInMethods, 'password' | 'provider'>
  /** The page of the dashboard that opens after the provider. */
  next: string | null
  /** Lets people choose another account than the one they are signed in with at the provider. */
  chooseAccount?: boolean
  /** The form with the password. */
  children: ReactNode
}

/** A button for the OpenID Connect provider and the form with the password, whichever are enabled. */
export function SignInOptions({ methods, next, chooseAccount = false, children }: Props) {
  const t = useMessages(sessionMessages)
  const { password, provider } = methods
  if (!provider) return children
  const query = new URLSearchParams({
    ...(next ? { next } : {}),
    ...(chooseAccount ? { choose_account: 'true' } : {}),
  })
  return (
    <Stack>
      <Button
        component="a"
        href={`${provider.url}?${query}`}
        variant={password ? 'default' : 'filled'}
        fullWidth
      >
        {t('signInWith', { provider: provider.label })}
      </Button>
      {password && (
        <>
          <Divider label={t('or')} />
          {children}
        </>
      )}
    </Stack>
  )
}
