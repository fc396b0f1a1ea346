import { PosternConnectionError, PosternError } from '@postern/sdk'
import { MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'

export const sessionKey = ['session'] as const
/** `true` while the member must sign in again. */
export const sessionEndedKey = ['session-ended'] as const

const attemptsMax = 3
/**
 * Ignore `navigator.onLine` (decision 013): the server may run on the same machine, and queued
 * changes would be sent when the user no longer expects them.
 */
const networkMode = 'always'

/** Queries are refetched every minute, or when the live stream reports a change. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleUnauthorized }),
  mutationCache: new MutationCache({ onError: handleUnauthorized }),
  defaultOptions: {
    queries: {
      networkMode,
      refetchOnReconnect: true,
      staleTime: 30_000,
      refetchInterval: 60_000,
      retry: (failures, error) => failures < attemptsMax && isRetryable(error),
      retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
    },
    mutations: { networkMode, retry: false },
  },
})

/** Opens the sign-in dialog over the page when the session of a signed-in member ended. */
export function handleUnauthorized(error: Error): void {
  if (!(error instanceof PosternError) || error.status !== 401) return
  if (error.code === 'sign_in_failed') return
  if (queryClient.getQueryData(sessionKey)) queryClient.setQueryData(sessionEndedKey, true)
}

/** Whether the member must sign in again. */
export function useIsSessionEnded(): boolean {
  const ended = useQuery({
    queryKey: sessionEndedKey,
    queryFn: () => false,
    initialData: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })
  return ended.data
}

function isRetryable(error: Error): boolean {
  if (error instanceof PosternError) return error.status >= 500
  return error instanceof PosternConnectionError
}
