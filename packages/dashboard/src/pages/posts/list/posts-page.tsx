import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Calendar, FileUp, SearchX, Send } from 'lucide-react'
import { useList } from '../../../api/use-data.ts'
import { useSearchParamsSetter, useSearchText } from '../../../api/use-search-param.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Empty } from '../../../parts/empty.tsx'
import { ListStates } from '../../../parts/list-states.tsx'
import { commonMessages } from '../../../parts/messages.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { SearchField } from '../../../parts/search-field.tsx'
import { postMessages } from '../../../post/messages.ts'
import { filterNames, PostFilters, usePostFilters } from '../../../post/post-filters.tsx'
import { useMediaByIds } from '../../../post/use-media-by-ids.ts'
import { useMay } from '../../../session/use-session.ts'
import { useOrder } from './order.tsx'
import { PostList } from './post-list.tsx'

/** The posts, filtered by the query parameters. */
export function Page() {
  const t = useMessages(postMessages)
  const mayImport = useMay('posts:write')
  const [search, setSearch] = useSearchText()
  const filters = { ...usePostFilters(), ...(search ? { search } : {}) }
  const { isEarliestFirst } = useOrder()
  const query = { ...filters, ...(isEarliestFirst ? ({ order: 'asc' } as const) : {}) }
  const list = useList('posts', query, (client, page, signal) =>
    client.posts.list({ ...query, ...page }, { signal }),
  )
  const firstMediaIds = list.items.flatMap(({ media, targets }) => {
    const first = media[0] ?? targets.find((target) => target.media?.length)?.media?.[0]
    return first ? [first.id] : []
  })
  const { data: media = [] } = useMediaByIds(firstMediaIds)
  return (
    <PageFrame
      title={t('title')}
      isCompact
      actions={
        <Group gap="xs" flex={1} justify="flex-end" className="page-search">
          <SearchField label={t('search')} value={search} onChange={setSearch} />
          {mayImport && (
            <Button
              component={Link}
              to="/posts/import"
              variant="default"
              leftSection={<FileUp size={16} aria-hidden />}
            >
              {t('import')}
            </Button>
          )}
          <Button
            component={Link}
            to="/calendar"
            variant="default"
            leftSection={<Calendar size={16} aria-hidden />}
          >
            {t('calendar')}
          </Button>
        </Group>
      }
    >
      <Stack gap="sm">
        <PostFilters names={filterNames} />
        <ListStates
          list={list}
          empty={<EmptyList isFiltered={Object.keys(filters).length > 0} search={search} />}
        >
          {(posts) => <PostList posts={posts} media={media} filters={query} />}
        </ListStates>
      </Stack>
    </PageFrame>
  )
}

function EmptyList({ isFiltered, search }: { isFiltered: boolean; search: string | null }) {
  const t = useMessages(postMessages)
  const common = useMessages(commonMessages)
  const change = useSearchParamsSetter()
  if (!isFiltered) {
    return (
      <Empty
        icon={Send}
        title={t('empty')}
        text={t('emptyText')}
        action={
          <Button component={Link} to="/posts/new">
            {t('newPost')}
          </Button>
        }
      />
    )
  }
  return (
    <Empty
      icon={SearchX}
      title={search ? t('noMatchSearch', { search }) : t('noMatchTitle')}
      text={t('noMatchText')}
      action={
        <Button
          variant="default"
          onClick={() =>
            change(Object.fromEntries(['search', ...filterNames].map((name) => [name, null])))
          }
        >
          {common('resetFilters')}
        </Button>
      }
    />
  )
}
