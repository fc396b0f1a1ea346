import { Button, Stack, Text, Title } from '@mantine/core'
import { client } from '../api/client.ts'
import { useSubmitOnce } from '../api/use-submit-once.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { sessionMessages } from './messages.ts'

type Props = { token: string; email: string; onDone: () => void }

/** Confirms a member's new email. Opening the link does not use it up, the button does. */
export function ConfirmEmail({ token, email, onDone }: Props) {
  const t = useMessages(sessionMessages)
  const confirm = useSubmitOnce({
    mutationFn: () => client.session.confirmEmail({ token }),
    onSuccess: () => {},
  })
  return (
    <Stack>
      <Title order={1} size="h2">
        {t(confirm.isSuccess ? 'emailDone' : 'emailTitle')}
      </Title>
      <Text>{t('emailText', { email })}</Text>
      {confirm.error && <ErrorNotice error={confirm.error} />}
      {confirm.isSuccess ? (
        <Button onClick={onDone}>{t('emailContinue')}</Button>
      ) : (
        <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('emailConfirm')}
        </Button>
      )}
    </Stack>
  )
}
