import type { Client, Page } from '@postern/sdk'
import {
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { tell, tellError } from '../parts/tell.tsx'
import { clientFor } from './client.ts'
import type { Topic } from './topics.ts'
import { useProfileFilter } from './use-filter.ts'
import { usePress } from './use-press.ts'

type Options = {
  enabled?: boolean
  /** `all` asks beyond the chosen profile. */
  of?: 'profile' | 'all'
  refetchInterval?: number | false
}

/** One thing of the API, read again when its topic changes. `name` tells it from others of it. */
export function useData<T>(
  topic: Topic,
  name: unknown,
  read: (client: Client, signal: AbortSignal) => Promise<T>,
  options: Options = {},
): UseQueryResult<T, Error> {
  const profile = useScope(options)
  return useQuery({
    queryKey: keyOf(topic, profile, name),
    queryFn: ({ signal }) => read(clientFor(profile), signal),
    ...queryOptions(options),
  })
}

export type ListResult<T> = {
  items: T[]
  query: UseInfiniteQueryResult<unknown, Error>
}

/** A list of the API, page after page; `read` is given the cursor to begin at. */
export function useList<T>(
  topic: Topic,
  name: unknown,
  read: (
    client: Client,
    page: { cursor?: string; limit: number },
    signal: AbortSignal,
  ) => Promise<Page<T>>,
  options: Options & { limit?: number } = {},
): ListResult<T> {
  const profile = useScope(options)
  const limit = options.limit ?? 50
  const query = useInfiniteQuery({
    queryKey: [...keyOf(topic, profile, name), 'list', limit],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      read(clientFor(profile), { limit, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    getNextPageParam: (last) => last.next_cursor,
    ...queryOptions(options),
  })
  return { items: query.data?.pages.flatMap((page) => page.data) ?? [], query }
}

/** Every item of a list that is short by nature, such as profiles in a menu; at most 1,000. */
export function useWhole<T>(
  topic: Topic,
  name: unknown,
  read: (client: Client) => AsyncIterable<T>,
  options: Options = {},
): UseQueryResult<T[], Error> {
  return useData(
    topic,
    [name, 'whole'],
    async (client) => {
      const items: T[] = []
      for await (const item of read(client)) if (items.push(item) >= wholeMax) break
      return items
    },
    options,
  )
}

const wholeMax = 1_000

type ActionOptions<T> = {
  /** What is read again after it, beyond what the live stream says. */
  topics: readonly Topic[]
  /** Said when it succeeded. */
  done?: string | ((answer: T) => string)
  onSuccess?: (answer: T) => void
  /** Instead of a notice; for forms that show the error beside their fields. */
  onError?: (error: Error) => void
  /** While one is under way no other begins, whatever its input is. */
  isAlone?: boolean
}

/** A change through the API. Its failure is told in words, with the request's id. */
export function useAction<Input, T>(
  run: (client: Client, input: Input) => Promise<T>,
  options: ActionOptions<T>,
): UseMutationResult<T, Error, Input> {
  const profile = useScope({})
  const queries = useQueryClient()
  return usePress<Input, T>(
    {
      mutationFn: (input) => run(clientFor(profile), input),
      onSuccess: async (answer) => {
        const { done } = options
        if (done) tell(typeof done === 'function' ? done(answer) : done)
        options.onSuccess?.(answer)
        await Promise.all(
          options.topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
        )
      },
      onError: options.onError ?? tellError,
    },
    options.isAlone ? () => '' : undefined,
  )
}

function useScope({ of = 'profile' }: Options): string | null {
  const [profile] = useProfileFilter()
  return of === 'all' ? null : profile
}

function keyOf(topic: Topic, profile: string | null, name: unknown): QueryKey {
  return [topic, profile, name]
}

function queryOptions({ enabled = true, refetchInterval }: Options) {
  return { enabled, ...(refetchInterval === undefined ? {} : { refetchInterval }) }
}
