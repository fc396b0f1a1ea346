import { Button, Group, Text } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { useProfileOf } from '../../session/use-profiles.ts'
import { composerMessages } from './messages.ts'

type Props = { profileId: string | null; onDiscard: () => void }

/** Says whose unsaved draft was restored, and can discard it. */
export function RestoredNotice({ profileId, onDiscard }: Props) {
  const t = useMessages(composerMessages)
  const profile = useProfileOf()(profileId ?? '')
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm">
        {profile ? t('draftRestoredFor', { name: profile.name }) : t('draftRestored')}
      </Text>
      <Button size="xs" variant="default" onClick={onDiscard}>
        {t('discardDraft')}
      </Button>
    </Group>
  )
}
