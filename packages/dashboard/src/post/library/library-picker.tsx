import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import type { Media } from '@postern/sdk'
import { useState } from 'react'
import { clientFor } from '../../api/client.ts'
import { useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { LibraryGrid } from './library-grid.tsx'
import { libraryMessages } from './messages.ts'

type Props = {
  profileId: string
  /** How many files can be added. */
  max: number
  onChoose: (files: readonly Media[]) => void
  onClose: () => void
}

/** Chooses files of a profile's library, in the order of the presses. */
export function LibraryPicker({ profileId, max, onChoose, onClose }: Props) {
  const t = useMessages(libraryMessages)
  const common = useMessages(commonMessages)
  const [search, setSearch] = useState<string | null>(null)
  const [type, setType] = useState<Media['type'] | null>(null)
  const [chosen, setChosen] = useState<readonly Media[]>([])
  const filter = { ...(search ? { search } : {}), ...(type ? { type } : {}) }
  const list = useList(
    'media',
    { profileId, status: 'ready', ...filter },
    (_, page, signal) =>
      clientFor(profileId).media.list({ status: ['ready'], ...filter, ...page }, { signal }),
    { scope: 'all' },
  )
  const press = (file: Media) => {
    const others = chosen.filter(({ id }) => id !== file.id)
    if (others.length < chosen.length) return setChosen(others)
    if (chosen.length < max) setChosen([...chosen, file])
  }
  const add = () => {
    onChoose(chosen)
    onClose()
  }
  const remaining = max - chosen.length
  return (
    <Modal opened onClose={onClose} title={t('pickTitle')} size="xl">
      <Stack>
        <Group gap="xs">
          <SearchField label={t('search')} value={search} onChange={setSearch} />
          <Select
            aria-label={t('type')}
            data={(['image', 'video'] as const).map((value) => ({ value, label: t(value) }))}
            placeholder={t('anyType')}
            value={type}
            onChange={(value) => setType(value as Media['type'] | null)}
            clearable
          />
        </Group>
        <ListStates list={list} empty={<Text c="dimmed">{t('nothingFound')}</Text>}>
          {(files) => (
            <LibraryGrid files={files} chosen={chosen.map(({ id }) => id)} onPress={press} />
          )}
        </ListStates>
        <Group className="dialog-buttons" justify="flex-end">
          <Text size="sm" c="dimmed" role="status" flex={1}>
            {max > 0 ? t('pickMax', { count: Math.max(0, remaining) }) : t('pickFull')}
          </Text>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={add}>
            {chosen.length === 0 ? t('pickNone') : t('pick', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
