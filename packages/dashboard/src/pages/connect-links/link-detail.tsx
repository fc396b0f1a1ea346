import { Divider, Modal, Stack } from '@mantine/core'
import { LinkStatus, usePolledLink } from '../../connect/link-status.tsx'
import { linkMessages } from '../../connect/messages.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { SettingsFacts } from './settings-facts.tsx'

/** A link's details, without its URL. */
export function LinkDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages(linkMessages)
  const link = usePolledLink(id)
  return (
    <Modal opened onClose={onClose} title={t('singleLink')} size="lg">
      <DataState query={link}>
        {(data) => (
          <Stack>
            <LinkStatus link={data} />
            <Divider />
            <SettingsFacts of={data} onClose={onClose} />
          </Stack>
        )}
      </DataState>
    </Modal>
  )
}
