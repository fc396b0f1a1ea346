import { Anchor } from '@mantine/core'
import { client } from '../api/client.ts'
import { useMessages } from '../messages/messages.ts'
import { EntryFrame } from './entry-frame.tsx'
import { secondFactorMessages } from './messages.ts'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** The only page of a member who must set up a second factor first. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes the default export
export default function SecondFactorRequired({
  email,
  onDone,
}: {
  email: string
  onDone: () => void
}) {
  const t = useMessages(secondFactorMessages)
  return (
    <EntryFrame title={t('setUpTitle')} text={t('requiredText')} width={480}>
      <SetUpSecondFactor email={email} onDone={onDone} />
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => void client.session.signOut().finally(() => location.assign('/dashboard/'))}
      >
        {t('signOut')}
      </Anchor>
    </EntryFrame>
  )
}
