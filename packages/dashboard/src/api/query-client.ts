import { PosternConnectionError, PosternError } from '@postern/sdk'
import { MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'

export const sessionKey = ['session'] as const
/** `true` while one who was signed in must do it again. */
export const endedKey = ['session-ended'] as const

const attemptsMax = 3
/**
 * A browser that thinks it is offline asks all the same: the service may stand on the same machine,
 * and what waited unseen for a connection would be done when nobody expects it any more.
 */
const networkMode = 'always'

/** Data are fresh for a minute, or until the live stream says that they changed. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: {
    queries: {
      networkMode,
      refetchOnReconnect: true,
      staleTime: 30_000,
      refetchInterval: 60_000,
      retry: (failures, error) => failures < attemptsMax && isWorthRepeating(error),
      retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
    },
    mutations: { networkMode, retry: false },
  },
})

/** Only one who was signed in is told that the session ended; their page stays as it is. */
export function noticeEndedSession(error: Error): void {
  if (!(error instanceof PosternError) || error.status !== 401) return
  if (error.code === 'sign_in_failed') return
  if (queryClient.getQueryData(sessionKey)) queryClient.setQueryData(endedKey, true)
}

/** Whether one who was signed in must do it again. */
export function useIsEnded(): boolean {
  const ended = useQuery({
    queryKey: endedKey,
    queryFn: () => false,
    initialData: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })
  return ended.data
}

function isWorthRepeating(error: Error): boolean {
  if (error instanceof PosternError) return error.status >= 500
  return error instanceof PosternConnectionError
}
