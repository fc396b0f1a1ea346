import { List, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { useConfirm } from '../../../parts/confirm.tsx'
import { SearchableSelect } from '../../../parts/searchable-select.tsx'
import { type Composition, isBlank, isCustomized, mediaKeysOf } from '../../../post/composition.ts'
import { useProfiles } from '../../../session/use-profiles.ts'
import { useSelectedProfile } from '../../../session/use-selected-profile.ts'
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
  /** Whether an unsaved post for the profile is kept. */
  hasDraft: (profileId: string) => boolean
  /** Leaves the post to its profile and continues with the one kept for another, or an empty one. */
  onStartFor: ((profileId: string) => void) | undefined
}

/**
 * Selects the profile and follows the profile selected at the top. What was written for one client is
 * taken to another only if the user says so.
 */
export function ProfileField({
  composition,
  accountIdsOf,
  canUploadAgain,
  isFirst,
  error,
  onChange,
  hasDraft,
  onStartFor,
}: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  const t = useMessages(composerMessages)
  const ask = useConfirm()
  const profiles = useProfiles()
  const { profileId, variants } = composition
  const nameOf = (id: string | null) => profiles.find((each) => each.id === id)?.name ?? ''
  const choose = async (id: string | null) => {
    if (!id || id === profileId) return
    const take = () =>
      onChange((before) => switchProfile(before, id, accountIdsOf(id), canUploadAgain))
    const isKept = hasDraft(id)
    const isCustom = Object.values(variants).some(isCustomized)
    if (isBlank(composition) && !isCustom) return isKept && onStartFor ? onStartFor(id) : take()
    // What was written before a profile was chosen is for the first one.
    if (profileId === null && !isKept) return take()
    const files = mediaKeysOf(composition)
    const again = profileId ? files.filter(canUploadAgain).length : 0
    const lost = profileId ? files.length - again : 0
    const consequences = [
      ...(again > 0 ? [t('filesAgain', { count: again })] : []),
      ...(lost > 0 ? [t('filesLost', { count: lost })] : []),
      ...(isCustom ? [t('customLost')] : []),
      ...(isKept ? [t('draftReplaced', { name: nameOf(id) })] : []),
    ]
    let isStarting = false
    const startEmpty = {
      label: t(isKept ? 'openDraft' : 'startEmpty'),
      choose: () => {
        isStarting = true
      },
    }
    const isSure = await ask({
      title: t('takeAlong', { name: nameOf(id) }),
      text: (
        <Consequences
          lines={consequences}
          text={profileId && onStartFor ? t('staysAsDraft', { name: nameOf(profileId) }) : null}
        />
      ),
      action: t('keepContent'),
      color: 'ink',
      alternative: onStartFor && startEmpty,
    })
    if (!isSure) return
    if (isStarting && onStartFor) onStartFor(id)
    else take()
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

function Consequences({ lines, text }: { lines: readonly string[]; text: string | null }) {
  const t = useMessages(composerMessages)
  return (
    <Stack gap="xs">
      {text && <Text>{text}</Text>}
      {lines.length > 0 && (
        <>
          <Text>{t('ifYouKeep')}</Text>
          <List>
            {lines.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  )
}
