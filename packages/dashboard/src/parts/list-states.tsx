import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListResult } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorNotice } from './error-notice.tsx'
import { commonMessages } from './messages.ts'
import { isNotFound, NotFoundNotice } from './not-found-notice.tsx'
import { useOnline } from './use-online.ts'

type Props<T> = {
  list: ListResult<T>
  /** Shown when the list is empty. */
  empty: ReactNode
  children: (items: T[]) => ReactNode
}

/** Renders a list query: loading, error, empty, or items with a button for more. */
export function ListStates<T>({ list, empty, children }: Props<T>) {
  const t = useMessages(commonMessages)
  const { items, query } = list
  if (query.isPending) return <LoadingLines rows={5} />
  if (query.isError && items.length === 0) {
    if (isNotFound(query.error)) return <NotFoundNotice />
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  }
  if (items.length === 0) return empty
  return (
    <Stack>
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {children(items)}
      {query.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Without a network nothing is loading; otherwise skeleton lines with about the height of the content, to avoid layout shift. */
export function LoadingLines({ rows = 3, height = 44 }: { rows?: number; height?: number }) {
  const t = useMessages(commonMessages)
  if (!useOnline()) {
    return (
      <Text c="dimmed" role="status">
        {t('nothingLoaded')}
      </Text>
    )
  }
  return (
    <Stack gap="sm" aria-busy role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
        <Skeleton key={key} height={height} />
      ))}
    </Stack>
  )
}
