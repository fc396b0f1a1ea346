import type { SignInMethods } from '@postern/sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'

const passwordOnly: Pick<SignInMethods, 'password' | 'provider'> = {
  password: true,
  provider: null,
}

/** How members can sign in; `null` until it is known. If it cannot be read, with a password. */
export function useSignInMethods() {
  const { data, isPending } = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => client.session.methods({ signal }),
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isPending ? null : (data ?? passwordOnly)
}
