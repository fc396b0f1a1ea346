import { Divider, Modal, Stack, Text } from '@mantine/core'
import { LinkStatus, usePolledLink } from '../../connect/link-status.tsx'
import { linkMessages } from '../../connect/messages.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { SettingsFacts } from './settings-facts.tsx'

/** A link's details, without its URL. */
export function LinkDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages(linkMessages)
  const nameOf = useProfileName()
  const link = usePolledLink(id)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        <Text span inherit className="untrusted" lineClamp={2}>
          {link.data ? t('singleLinkFor', { name: nameOf(link.data.profile_id) }) : t('singleLink')}
        </Text>
      }
    >
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
