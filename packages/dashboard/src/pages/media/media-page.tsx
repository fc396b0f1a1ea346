import { Progress, Stack, Text } from '@mantine/core'
import type { Media } from '@postern/sdk'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData, useList } from '../../api/use-data.ts'
import { useSearchParam, useSearchText } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { FilteredEmpty } from '../../parts/filtered-empty.tsx'
import { formatBytes } from '../../parts/format-bytes.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { LibraryGrid } from '../../post/library/library-grid.tsx'
import { libraryMessages } from '../../post/library/messages.ts'
import { MediaDialog } from './media-dialog.tsx'
import { UploadArea } from './upload-area.tsx'

const types = ['image', 'video'] as const

/** The files of the selected profile, or of all that the member may see. */
export function Page() {
  const t = useMessages(libraryMessages)
  const [search] = useSearchText()
  const [typeParam] = useSearchParam('type')
  const [usedParam] = useSearchParam('used')
  const [tagParam] = useSearchParam('tag')
  const [opened, setOpened] = useState<Media | null>(null)
  const type = types.find((each) => each === typeParam)
  const used = (['true', 'false'] as const).find((each) => each === usedParam)
  const tag = tagParam?.slice(0, LIMITS.post.tagCharsMax)
  const filter = {
    ...(search ? { search } : {}),
    ...(type ? { type } : {}),
    ...(used ? { used } : {}),
    ...(tag ? { tag } : {}),
  }
  const list = useList('media', filter, (client, page, signal) =>
    client.media.list({ ...filter, ...page }, { signal }),
  )
  return (
    <PageFrame title={t('title')} text={t('text')}>
      <Usage />
      <UploadArea />
      <Filters />
      <ListStates
        list={list}
        empty={
          <FilteredEmpty
            icon={Images}
            title={t('emptyTitle')}
            text={t('emptyText')}
            isFiltered={Object.keys(filter).length > 0}
            names={['search', 'type', 'used', 'tag']}
          />
        }
      >
        {(files) => <LibraryGrid files={files} onPress={setOpened} />}
      </ListStates>
      {opened && <MediaDialog key={opened.id} file={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  )
}

function Filters() {
  const t = useMessages(libraryMessages)
  return (
    <FilterBar
      fields={[
        { kind: 'search', name: 'search', label: t('search'), isPinned: true },
        {
          kind: 'choice',
          name: 'type',
          label: t('type'),
          any: t('anyType'),
          options: types.map((value) => ({ value, label: t(value) })),
        },
        {
          kind: 'choice',
          name: 'used',
          label: t('used'),
          any: t('anyUse'),
          options: [
            { value: 'true', label: t('usedTrue') },
            { value: 'false', label: t('usedFalse') },
          ],
        },
        { kind: 'text', name: 'tag', label: t('tag') },
      ]}
    />
  )
}

/** How much is stored, and the limit if there is one. */
function Usage() {
  const t = useMessages(libraryMessages)
  const { i18n } = useTranslation()
  const { data } = useData('media', 'usage', (client, signal) => client.media.usage({ signal }))
  if (!data) return null
  const files = t('storage', { count: data.count, bytes: formatBytes(data.bytes, i18n.language) })
  if (data.bytes_max === null) return <Text size="sm">{files}</Text>
  return (
    <Stack gap={4} maw={420}>
      <Text size="sm">
        {t('storageOf', { files, max: formatBytes(data.bytes_max, i18n.language) })}
      </Text>
      <Progress
        size="sm"
        value={(100 * data.bytes) / data.bytes_max}
        aria-label={t('storageLabel')}
      />
    </Stack>
  )
}
