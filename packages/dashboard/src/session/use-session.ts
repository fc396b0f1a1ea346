import { PosternError, type Session } from '@postern/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { sessionKey } from '../api/query-client.ts'

/** Who is signed in; `null` for nobody. */
export function useSession(): UseQueryResult<Session | null, Error> {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: 60_000,
  })
}

export async function readSession(signal?: AbortSignal): Promise<Session | null> {
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
