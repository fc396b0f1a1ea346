import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from './error-notice.tsx'
import { Waiting } from './list-states.tsx'
import { isNotThere, NotThere } from './not-there.tsx'

type Props<T> = {
  query: UseQueryResult<T, Error>
  children: (data: T) => ReactNode
  rows?: number
}

/** One thing in whatever state it is: waiting, failed, or there. */
export function DataState<T>({ query, children, rows = 4 }: Props<T>) {
  if (query.isPending) return <Waiting rows={rows} />
  if (query.data === undefined) {
    if (isNotThere(query.error)) return <NotThere />
    return <ErrorNotice error={query.error!} onRetry={() => void query.refetch()} />
  }
  return children(query.data)
}
