import { PosternError, type Session } from '@postern/sdk'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { endedKey, sessionKey } from '../api/query-client.ts'

/** Who is signed in; `null` for nobody. One whose session ended stays until the page is left. */
export function useSession(): UseQueryResult<Session | null, Error> {
  const queries = useQueryClient()
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const session = await readSession(signal)
      const before = queries.getQueryData<Session | null>(sessionKey)
      if (session || !before) return session
      queries.setQueryData(endedKey, true)
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

/** The session inside of the shell, where somebody is signed in. */
export function useMember(): Session {
  const { data } = useSession()
  if (!data) throw new Error('Nobody is signed in.')
  return data
}
