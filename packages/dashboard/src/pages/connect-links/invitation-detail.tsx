import { Divider, Modal, Stack, Text } from '@mantine/core'
import { InvitationStatus, usePolledInvitation } from '../../connect/invitation-status.tsx'
import { linkMessages } from '../../connect/messages.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { SettingsFacts } from './settings-facts.tsx'

/** An invitation's details, without its URL. */
export function InvitationDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages(linkMessages)
  const nameOf = useProfileName()
  const invitation = usePolledInvitation(id)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        <Text span inherit className="untrusted" lineClamp={2}>
          {invitation.data
            ? t('invitationFor', { name: nameOf(invitation.data.profile_id) })
            : t('invitation')}
        </Text>
      }
    >
      <DataState query={invitation}>
        {(data) => (
          <Stack>
            <InvitationStatus invitation={data} />
            <Divider />
            <SettingsFacts of={data} onClose={onClose} />
          </Stack>
        )}
      </DataState>
    </Modal>
  )
}
