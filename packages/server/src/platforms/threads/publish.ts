import { deletedPartError, PlatformError } from '../contract/errors.ts'
import { partOptions } from '../contract/options.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PostContent, PostMedia, PublishAbility, PublishInput } from '../contract/publish.ts'
import { isMissing, removeObject } from '../meta/graph.ts'
import type { GraphForm } from '../meta/graph-client.ts'
import { permalinkOrNull } from '../meta/graph-lists.ts'
import {
  buildForm,
  type ContainerWork,
  comparableText,
  containerPublish,
} from '../meta/graph-publish.ts'
import { type ThreadsPublishApi, threadsPublishApi } from './api-publish.ts'
import { checkThreads } from './check.ts'
import { threadsOptions } from './options.ts'

const invalidLink = '-1/4279047'

/**
 * Publishing to Threads: text, image, video and carousel (threads.md §3). A part that answers another
 * one is a reply, with its own quota and its own list (threads.md §4.2).
 */
export function threadsPublish(setup: PlatformSetup): PublishAbility {
  const apiOf = ({ tokens }: PublishInput) => threadsPublishApi(setup, tokens.access)
  const workOf = (input: PublishInput): ContainerWork => {
    const { content, answers } = input
    const api = apiOf(input)
    const isCarousel = content.media.length > 1
    const naming = <T>(call: Promise<T>) => namingCause(api, input, call)
    return {
      ...api,
      ...(answers ? replyWork(api, answers.parent.platformPostId) : {}),
      now: setup.now,
      children: isCarousel ? content.media.map(childForm) : [],
      parent: (children) => parentForm(input, children),
      create: (form) => naming(api.create(form)),
      publish: (container) => naming(api.publish(container)),
      isOurs: (post) =>
        post.kind === listedKind(content) &&
        comparableText(post.text) === comparableText(content.text),
    }
  }
  return {
    options: threadsOptions,
    thread: true,
    check: checkThreads,
    ...containerPublish(workOf),

    /** Creates and publishes in one call (threads.md §3.1), so no unpublished container is left. */
    comment: async (input) => {
      await apiOf(input).create({
        media_type: 'TEXT',
        text: input.text,
        reply_to_id: input.platformPostId,
        auto_publish_text: 'true',
      })
    },

    readPermalink: (input) => permalinkOrNull(apiOf(input).readPermalink(input.platformPostId)),

    remove: ({ tokens, platformPostId }) => {
      const api = threadsPublishApi(setup, tokens.access)
      return removeObject(
        () => api.deletePost(platformPostId),
        () => api.readPermalink(platformPostId),
      )
    },
  }
}

/** Both calls need a permission that publishing does not; without it the answer is unknown. */
function replyWork(
  api: ThreadsPublishApi,
  parent: string,
): Pick<ContainerWork, 'readQuota' | 'listPosts'> {
  return {
    readQuota: () => ifPermitted(api.readReplyQuota(), null),
    listPosts: (since) => ifPermitted(api.listRepliesTo(parent, since), []),
  }
}

async function ifPermitted<T>(call: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await call
  } catch (err) {
    if (err instanceof PlatformError && err.kind === 'permission_missing') return otherwise
    throw err
  }
}

/**
 * Names what Threads does not: the link that it cannot make a card of (threads.md §7), and a deleted
 * part. For a new part it also answers that it does not exist, for some seconds (threads.md §4.2).
 */
async function namingCause<T>(
  api: ThreadsPublishApi,
  input: PublishInput,
  call: Promise<T>,
): Promise<T> {
  try {
    return await call
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    if (err.platformCode === invalidLink) throw invalidLinkError(input, err)
    const parent = input.answers?.parent.platformPostId
    if (!parent || !['rejected', 'not_ready'].includes(err.kind)) throw err
    const isGone = await isMissing(() => api.readPermalink(parent)).catch(() => false)
    throw isGone ? deletedPartError(err) : err
  }
}

function invalidLinkError(input: PublishInput, { platformCode, reason }: PlatformError) {
  const { link_attachment } = partOptions(threadsOptions, input)
  const link = link_attachment ?? /https?:\/\/\S+/i.exec(input.content.text)?.[0]
  const platformMessage = `Threads cannot make a card of the link ${link}. Use another link.`
  return new PlatformError('rejected', { platformCode, reason, platformMessage })
}

function parentForm(input: PublishInput, children: readonly string[]): GraphForm {
  const { content, answers } = input
  const [media] = content.media
  const file = children.length > 0 ? { media_type: 'CAROUSEL', children: children.join() } : null
  return buildForm({
    ...(file ?? (media ? mediaForm(media) : { media_type: 'TEXT' })),
    text: content.text || null,
    reply_to_id: answers?.parent.platformPostId,
    ...partOptions(threadsOptions, input),
  })
}

function childForm(media: PostMedia): GraphForm {
  return buildForm({ ...mediaForm(media), is_carousel_item: true })
}

function mediaForm({ type, url, altText }: PostMedia) {
  const file =
    type === 'image'
      ? { media_type: 'IMAGE', image_url: url }
      : { media_type: 'VIDEO', video_url: url }
  return { ...file, alt_text: altText || null }
}

/** The media type of this post in the list (threads.md §3.7). */
function listedKind({ media }: PostContent): string {
  if (media.length > 1) return 'CAROUSEL_ALBUM'
  return media[0] ? media[0].type.toUpperCase() : 'TEXT_POST'
}
