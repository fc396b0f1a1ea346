import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { ErrorNotice } from './error-notice.tsx'
import { LoadingLines } from './list-states.tsx'
import { isNotFound, NotFoundNotice } from './not-found-notice.tsx'

type Props<T> = {
  query: UseQueryResult<T, Error>
  children: (data: T) => ReactNode
  rows?: number
}

/** Renders a query's loading, error or success state. */
export function DataState<T>({ query, children, rows = 4 }: Props<T>) {
  // The first data are rendered in slices; as one task they would block a slow phone.
  const isShown = useDeferredValue(query.data !== undefined)
  if (query.isPending || (query.data !== undefined && !isShown)) return <LoadingLines rows={rows} />
  if (query.data === undefined) {
    if (isNotFound(query.error)) return <NotFoundNotice />
    return <ErrorNotice error={query.error!} onRetry={() => void query.refetch()} />
  }
  return children(query.data)
}
