import { Select } from '@mantine/core'
import { useMessages } from '../../../messages/messages.ts'
import { useConfirm } from '../../../parts/confirm.tsx'
import { useProfiles } from '../../../session/use-profiles.ts'
import type { Composition } from '../composition.ts'
import { composerMessages } from '../messages.ts'

type Props = {
  composition: Composition
  onChange: (edit: (before: Composition) => Composition) => void
}

/** Selects the profile. Switching removes accounts and files, so it asks for confirmation. */
export function ProfileField({ composition, onChange }: Props) {
  const t = useMessages(composerMessages)
  const ask = useConfirm()
  const profiles = useProfiles()
  const { profileId, accountIds, media } = composition
  if (profiles.length < 2 && profileId) return null
  const choose = async (id: string | null) => {
    if (!id || id === profileId) return
    const hasContent = accountIds.length > 0 || media.length > 0
    const question = {
      title: t('switchProfile'),
      text: t('switchProfileText'),
      action: t('switch'),
      color: 'ink',
    }
    if (hasContent && !(await ask(question))) return
    onChange((before) => ({
      ...before,
      profileId: id,
      accountIds: [],
      media: [],
      attachments: {},
      variants: {},
    }))
  }
  return (
    <Select
      label={t('profile')}
      description={t('profileHint')}
      required
      searchable
      allowDeselect={false}
      placeholder={t('profile')}
      data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      value={profileId}
      onChange={(id) => void choose(id)}
    />
  )
}
