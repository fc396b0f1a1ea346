import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PublishReason } from '../contract/publish.ts'
import {
  containerApi,
  containerState,
  listedPost,
  postsPerList,
  toGraphPost,
} from '../meta/container-api.ts'
import { graphClient } from '../meta/graph-client.ts'
import { graphSuccess } from '../meta/graph-lists.ts'
import type { ContainerState, GraphPost } from '../meta/graph-publish.ts'
import { listOf, platformId } from '../wire/json.ts'
import { threadsHost } from './api.ts'

/** threads.md §3.2. */
const container = z.object({ status: z.string(), error_message: z.string().nullish() })

/** threads.md §3.7, §4.1. */
const post = listedPost.extend({ text: z.string().nullish() })
const posts = z.object({ data: listOf(post) })
const replies = z.object({
  data: listOf(post.extend({ replied_to: z.object({ id: platformId }).nullish() })),
})

const postFields = 'id,text,media_type,permalink,timestamp'

export type ThreadsPublishApi = ReturnType<typeof threadsPublishApi>

/** The calls to graph.threads.com that publish (threads.md §3). */
export function threadsPublishApi(setup: PlatformSetup, access: string) {
  const graph = graphClient(setup, threadsHost, access)
  return {
    /** `create` with `auto_publish_text` returns the id of the published post (threads.md §3.1). */
    ...containerApi(graph, {
      containers: '/me/threads',
      quota: '/me/threads_publishing_limit',
    }),

    /** threads.md §3.2. */
    readState: async (id: string): Promise<ContainerState> => {
      const fields = 'id,status,error_message'
      const { status, error_message } = await graph.read(`/${id}`, { fields }, container)
      return containerState(status, () => containerFailure(error_message ?? null))
    },

    /** threads.md §3.7. The account's replies are not in this list. */
    listPosts: async (since: Date): Promise<GraphPost[]> => {
      const { data } = await graph.read('/me/threads', listParams(postFields, since), posts)
      return data.map(toThreadsPost)
    },

    /** The account's replies to one post or reply (threads.md §4.1). */
    listRepliesTo: async (parent: string, since: Date): Promise<GraphPost[]> => {
      const params = listParams(`${postFields},replied_to`, since)
      const { data } = await graph.read('/me/replies', params, replies)
      return data.filter(({ replied_to }) => replied_to?.id === parent).map(toThreadsPost)
    },

    /** threads.md §3.5; at most 100 a day (threads.md §3.6). */
    deletePost: async (id: string): Promise<void> => {
      await graph.remove(`/${id}`, graphSuccess)
    },
  }
}

function listParams(fields: string, since: Date) {
  return { fields, since: `${Math.floor(since.getTime() / 1_000)}`, limit: postsPerList }
}

function toThreadsPost(listed: z.infer<typeof post>): GraphPost {
  return toGraphPost(listed, listed.text, listed.media_type ?? '')
}

/** Every code of threads.md §3.2 except the failed download means an invalid file, at least the second time. */
function containerFailure(message: string | null): PlatformError {
  const reason: PublishReason =
    message === 'FAILED_DOWNLOADING_VIDEO' ? 'media_unreachable' : 'media_invalid'
  const code = message && /^[A-Z_]{1,64}$/.test(message) ? message : 'UNKNOWN'
  return new PlatformError('rejected', {
    platformCode: code,
    platformMessage: `Threads could not process the media: ${code}`,
    reason,
  })
}
