import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PostContent, PostMedia, PublishAbility, PublishInput } from '../contract/publish.ts'
import { removeObject } from '../meta/graph.ts'
import type { GraphForm } from '../meta/graph-client.ts'
import { permalinkOrNull } from '../meta/graph-lists.ts'
import {
  buildForm,
  type ContainerWork,
  comparableText,
  containerPublish,
} from '../meta/graph-publish.ts'
import { threadsPublishApi } from './api-publish.ts'
import { checkThreads } from './check.ts'
import { threadsOptions } from './options.ts'

const invalidLink = '-1/4279047'

/** Publishing to Threads: text, image, video and carousel (threads.md §3). */
export function threadsPublish(setup: PlatformSetup): PublishAbility {
  const apiOf = ({ tokens }: PublishInput) => threadsPublishApi(setup, tokens.access)
  const workOf = (input: PublishInput): ContainerWork => {
    const { content } = input
    const api = apiOf(input)
    const isCarousel = content.media.length > 1
    return {
      ...api,
      now: setup.now,
      children: isCarousel ? content.media.map(childForm) : [],
      parent: (children) => parentForm(content, children),
      create: (form) => namingLink(content, api.create(form)),
      publish: (container) => namingLink(content, api.publish(container)),
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

/** Names the link that Threads cannot make a card of (threads.md §7). */
async function namingLink<T>({ text, options }: PostContent, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (err) {
    if (!(err instanceof PlatformError) || err.platformCode !== invalidLink) throw err
    const link = threadsOptions.parse(options).link_attachment ?? /https?:\/\/\S+/i.exec(text)?.[0]
    const { platformCode, reason } = err
    const platformMessage = `Threads cannot make a card of the link ${link}. Use another link.`
    throw new PlatformError('rejected', { platformCode, reason, platformMessage })
  }
}

function parentForm(content: PostContent, children: readonly string[]): GraphForm {
  const options = threadsOptions.parse(content.options)
  const [media] = content.media
  const file = children.length > 0 ? { media_type: 'CAROUSEL', children: children.join() } : null
  return buildForm({
    ...(file ?? (media ? mediaForm(media) : { media_type: 'TEXT' })),
    text: content.text || null,
    ...options,
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
