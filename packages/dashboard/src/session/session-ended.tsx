import { Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { endedKey, sessionKey, useIsEnded } from '../api/query-client.ts'
import { useMessages } from '../messages/messages.ts'
import { SignInForm } from './sign-in-form.tsx'
import { sessionWords } from './words.ts'

/** Lies over the page when the session ended: nothing that was entered is lost. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes the default export
export default function SessionEnded({ email, memberId }: { email: string; memberId: string }) {
  const t = useMessages(sessionWords)
  const queries = useQueryClient()
  const isEnded = useIsEnded()
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
        <Text size="sm">{t('expiredText')}</Text>
        <SignInForm
          email={email}
          onSignedIn={(session) => {
            // Somebody else must not see what the member before had open.
            if (session.member.id !== memberId) return location.assign('/dashboard/')
            queries.setQueryData(sessionKey, session)
            queries.setQueryData(endedKey, false)
            void queries.invalidateQueries()
          }}
        />
      </Stack>
    </Modal>
  )
}
