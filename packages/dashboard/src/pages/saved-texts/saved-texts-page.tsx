import { Anchor, Button } from '@mantine/core'
import { savedTextKinds } from '@postern/sdk/contract'
import { NotebookText, Plus } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import { useSearchParam, useSearchText } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { FilteredEmpty } from '../../parts/filtered-empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { savedTextMessages } from '../../parts/saved-text-messages.ts'
import { useSelectedProfile } from '../../session/use-selected-profile.ts'
import { useMay } from '../../session/use-session.ts'
import { CreateSavedText } from './saved-text-form.tsx'
import { SavedTextTable } from './saved-text-table.tsx'

/** The saved texts of the selected profile and those for all profiles, or all that the member may see. */
export function Page() {
  const t = useMessages(savedTextMessages)
  const [dialog, setDialog] = useSearchParam('new')
  const [search] = useSearchText()
  const [kindParam] = useSearchParam('kind')
  const kind = savedTextKinds.find((each) => each === kindParam)
  const { profile, isReady } = useSelectedProfile()
  const filter = { ...(kind ? { kind } : {}), ...(search ? { search } : {}) }
  const list = useList('saved_texts', filter, (client, page, signal) =>
    client.savedTexts.list({ ...filter, ...page }, { signal }),
  )
  const create = useMay('posts:write') && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog('1')}>
      {t('create')}
    </Button>
  )
  return (
    <PageFrame
      title={t('title')}
      text={
        <>
          {t('text')}{' '}
          <Anchor underline="always" href="/docs/guides/saved-texts">
            {t('guide')}
          </Anchor>
        </>
      }
      actions={create}
    >
      <FilterBar
        fields={[
          { kind: 'search', name: 'search', label: t('search'), isPinned: true },
          {
            kind: 'choice',
            name: 'kind',
            label: t('kind'),
            any: t('anyKind'),
            options: savedTextKinds.map((value) => ({ value, label: t(value) })),
            isPinned: true,
          },
        ]}
      />
      <ListStates
        list={list}
        empty={
          <FilteredEmpty
            icon={NotebookText}
            title={t('emptyTitle')}
            text={t('emptyText')}
            isFiltered={Object.keys(filter).length > 0}
            action={create}
            names={['kind', 'search']}
          />
        }
      >
        {(texts) => <SavedTextTable texts={texts} />}
      </ListStates>
      {create && dialog && isReady && (
        <CreateSavedText
          kind={kind ?? 'template'}
          profileId={profile?.id ?? null}
          onClose={() => setDialog(null)}
        />
      )}
    </PageFrame>
  )
}
