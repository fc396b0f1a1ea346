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
import { createContext, useContext } from 'react'
import { clientFor } from './client.ts'
import { type Topic, topicsToRefetch } from './topics.ts'
import { useProfileParam } from './use-search-param.ts'
import { useSubmitOnce } from './use-submit-once.ts'

type Options = {
  enabled?: boolean
  /** `all` ignores the selected profile. */
  scope?: 'profile' | 'all'
  refetchInterval?: number | false
}

/** A resource of the API, refetched when its topic changes. `name` distinguishes queries of a topic. */
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

/** A paged list of the API. */
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

/** All items of a short list, such as profiles in a menu; at most 1,000. */
export function useAllItems<T>(
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
      for await (const item of read(client)) if (items.push(item) >= itemsMax) break
      return items
    },
    options,
  )
}

/** The most items that `useAllItems` loads. */
export const itemsMax = 1_000

/** Shows how a change ended. */
type Notify = { success(message: string): void; error(error: Error): void }

/** The app provides the notifications, which use the parts of pages. */
export const NotifyContext = createContext<Notify>({ success() {}, error() {} })

export type ActionOptions<Input, T> = {
  /** Topics to refetch after success, in addition to those of the live stream. */
  topics: readonly Topic[]
  /** Notification after success. */
  successMessage?: string | ((answer: T) => string)
  onSuccess?: (answer: T) => void
  /** Replaces the notification, for forms that show errors at their fields. */
  onError?: (error: Error, input: Input) => void
  /** Allows only one pending call, whatever its input. */
  isExclusive?: boolean
}

/** A mutation through the API. Failures are shown as a notification with the request ID. */
export function useAction<Input, T>(
  run: (client: Client, input: Input) => Promise<T>,
  options: ActionOptions<Input, T>,
): UseMutationResult<T, Error, Input> {
  const profile = useScope({})
  const queries = useQueryClient()
  const notify = useContext(NotifyContext)
  return useSubmitOnce<Input, T>(
    {
      mutationFn: (input) => run(clientFor(profile), input),
      onSuccess: async (answer) => {
        const { successMessage: done } = options
        if (done) notify.success(typeof done === 'function' ? done(answer) : done)
        options.onSuccess?.(answer)
        await Promise.all(
          [...topicsToRefetch(options.topics)].map((topic) =>
            queries.invalidateQueries({ queryKey: [topic] }),
          ),
        )
      },
      onError: options.onError ?? notify.error,
    },
    options.isExclusive ? () => '' : undefined,
  )
}

function useScope({ scope: of = 'profile' }: Options): string | null {
  const [profile] = useProfileParam()
  return of === 'all' ? null : profile
}

function keyOf(topic: Topic, profile: string | null, name: unknown): QueryKey {
  return [topic, profile, name]
}

function queryOptions({ enabled = true, refetchInterval }: Options) {
  return { enabled, ...(refetchInterval === undefined ? {} : { refetchInterval }) }
}
