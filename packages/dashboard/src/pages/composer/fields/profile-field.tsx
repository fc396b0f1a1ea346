import { List, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { useConfirm } from '../../../parts/confirm.tsx'
import { SearchableSelect } from '../../../parts/searchable-select.tsx'
import { useProfiles } from '../../../session/use-profiles.ts'
import { useSelectedProfile } from '../../../session/use-selected-profile.ts'
import { type Composition, isCustomized } from '../composition.ts'
import { composerMessages } from '../messages.ts'
import { switchProfile } from '../switch-profile.ts'

type Props = {
  composition: Composition
  /** The accounts to start with in a profile. */
  accountIdsOf: (profileId: string) => string[]
  /** Whether the file is still in memory. */
  canUploadAgain: (key: string) => boolean
  /** Focuses the field at once. */
  isFirst: boolean
  error: string | null
  onChange: (edit: (before: Composition) => Composition) => void
}

/**
 * Selects the profile and follows the profile selected at the top. Accounts and files belong to a
 * profile: it says what happens to them before they change.
 */
export function ProfileField({
  composition,
  accountIdsOf,
  canUploadAgain,
  isFirst,
  error,
  onChange,
}: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  const t = useMessages(composerMessages)
  const ask = useConfirm()
  const profiles = useProfiles()
  const { profileId, media, variants } = composition
  const choose = async (id: string | null) => {
    if (!id || id === profileId) return
    const again = media.filter(canUploadAgain).length
    const consequences = [
      ...(again > 0 ? [t('filesAgain', { count: again })] : []),
      ...(media.length > again ? [t('filesLost', { count: media.length - again })] : []),
      ...(Object.values(variants).some(isCustomized) ? [t('customLost')] : []),
    ]
    const question = {
      title: t('switchProfile'),
      text: <Consequences lines={consequences} />,
      action: t('switch'),
      color: 'ink',
    }
    // Without a profile nothing is uploaded yet.
    if (profileId && consequences.length > 0 && !(await ask(question))) return
    onChange((before) => switchProfile(before, id, accountIdsOf(id), canUploadAgain))
  }
  useSelectedAtTop(choose)
  if (profiles.length < 2 && profileId) return null
  return (
    <SearchableSelect
      ref={field}
      error={error}
      label={t('profile')}
      maw={420}
      required
      placeholder={t('profilePlaceholder')}
      data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      value={profileId}
      onChange={(id) => void choose(id)}
    />
  )
}

function useSelectedAtTop(choose: (id: string | null) => Promise<void>): void {
  const { profile } = useSelectedProfile()
  const id = profile?.id ?? null
  const before = useRef(id)
  useEffect(() => {
    if (before.current === id) return
    before.current = id
    void choose(id)
  })
}

function Consequences({ lines }: { lines: readonly string[] }) {
  const t = useMessages(composerMessages)
  return (
    <Stack gap="xs">
      <Text>{t('switchProfileText')}</Text>
      <List>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  )
}
