import { Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { sessionEndedKey, sessionKey, useIsSessionEnded } from '../api/query-client.ts'
import { useMessages } from '../messages/messages.ts'
import { sessionMessages } from './messages.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInOptions } from './sign-in-options.tsx'
import { useMember } from './use-session.ts'

/** Asks for the password over the page, so that nothing entered is lost; a provider opens in its place. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes the default export
export default function SessionEnded({ email, memberId }: { email: string; memberId: string }) {
  const t = useMessages(sessionMessages)
  const queries = useQueryClient()
  const isEnded = useIsSessionEnded()
  const { sign_in: signIn } = useMember()
  const methods = { password: signIn.password === 'set', provider: signIn.provider }
  const page = location.pathname.replace(/^\/dashboard/, '') + location.search
  return (
    <Modal
      opened={isEnded}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('expired')}
      zIndex={500}
      overlayProps={{ blur: 3 }}
    >
      <Stack>
        <Text size="sm">{t(methods.password ? 'expiredText' : 'expiredSignIn')}</Text>
        {methods.provider && (
          <Text size="sm">{t('reloads', { provider: methods.provider.label })}</Text>
        )}
        <SignInOptions methods={methods} next={page}>
          <SignInForm
            email={email}
            onSignedIn={(session) => {
              // Another member must not see the previous member's page.
              if (session.member.id !== memberId) return location.assign('/dashboard/')
              queries.setQueryData(sessionKey, session)
              queries.setQueryData(sessionEndedKey, false)
              void queries.invalidateQueries()
            }}
          />
        </SignInOptions>
      </Stack>
    </Modal>
  )
}
