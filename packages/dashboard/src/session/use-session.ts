import { PosternError, type Session } from '@postern/sdk'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { sessionEndedKey, sessionKey } from '../api/query-client.ts'

/** The session; `null` if not signed in. An ended session stays, so that the page stays open. */
export function useSession(): UseQueryResult<Session | null, Error> {
  const queries = useQueryClient()
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const session = await readSession(signal)
      const before = queries.getQueryData<Session | null>(sessionKey)
      if (session || !before) return session
      queries.setQueryData(sessionEndedKey, true)
      return before
    },
    staleTime: 60_000,
  })
}

async function readSession(signal: AbortSignal): Promise<Session | null> {
  try {
    return await client.session.get({ signal })
  } catch (err) {
    if (err instanceof PosternError && err.status === 401) return null
    throw err
  }
}

/** The session, inside the shell, where a member is signed in. */
export function useMember(): Session {
  const { data } = useSession()
  if (!data) throw new Error('useMember is used outside the shell: no member is signed in.')
  return data
}

/** Whether the member's role allows operations that need this scope, such as `posts:write`. */
export function useMay(scope: string): boolean {
  const { scopes } = useMember()
  return scopes === null || scopes.includes(scope)
}
