import { Divider, Modal, Stack } from '@mantine/core'
import { InvitationStatus, usePolledInvitation } from '../../connect/invitation-status.tsx'
import { linkMessages } from '../../connect/messages.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { SettingsFacts } from './settings-facts.tsx'

/** An invitation's details, without its URL. */
export function InvitationDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages(linkMessages)
  const invitation = usePolledInvitation(id)
  return (
    <Modal opened onClose={onClose} title={t('invitationDetails')} size="lg">
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
