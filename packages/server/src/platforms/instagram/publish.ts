import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PostContent, PostMedia, PublishAbility, PublishInput } from '../contract/publish.ts'
import type { GraphForm } from '../meta/graph-client.ts'
import { permalinkOrNull } from '../meta/graph-lists.ts'
import {
  buildForm,
  type ContainerWork,
  comparableText,
  containerPublish,
  type GraphPost,
} from '../meta/graph-publish.ts'
import { type InstagramPublishApi, instagramPublishApi } from './api-publish.ts'
import { checkInstagram, shapeOf } from './check.ts'
import { instagramOptions } from './options.ts'

/** Publishing to Instagram: image, reel, story and carousel (instagram.md §3). */
export function instagramPublish(setup: PlatformSetup): PublishAbility {
  const apiOf = ({ tokens }: PublishInput) => instagramPublishApi(setup, tokens.access)
  const workOf = (input: PublishInput): ContainerWork => {
    const { content } = input
    const api = apiOf(input)
    const shape = shapeOf(content)
    return {
      ...api,
      now: setup.now,
      children: shape === 'carousel' ? content.media.map(childForm) : [],
      parent: (children) => parentForm(content, children),
      listPosts: () => (shape === 'story' ? listStories(api) : api.listPosts('media')),
      isOurs: (post) => isOurs(content, post),
    }
  }
  return {
    options: instagramOptions,
    check: checkInstagram,
    ...containerPublish(workOf),
    comment: async (input) => {
      await apiOf(input).comment(input.platformPostId, input.text)
    },
    readPermalink: (input) => permalinkOrNull(apiOf(input).readPermalink(input.platformPostId)),
  }
}

function parentForm(content: PostContent, children: readonly string[]): GraphForm {
  const options = instagramOptions.parse(content.options)
  const { user_tags, collaborators, location_id } = options
  const sharedFields = {
    caption: content.text || null,
    collaborators: collaborators ? JSON.stringify(collaborators) : null,
    location_id,
  }
  const [media] = content.media
  if (!media) throw noMediaError()
  const tags = user_tags ? JSON.stringify(user_tags) : null
  switch (shapeOf(content)) {
    case 'carousel':
      return buildForm({ media_type: 'CAROUSEL', children: children.join(), ...sharedFields })
    case 'story':
      return buildForm({ media_type: 'STORIES', ...fileField(media) })
    case 'image':
      return buildForm({
        ...fileField(media),
        alt_text: media.altText || null,
        user_tags: tags,
        ...sharedFields,
      })
    case 'reel':
      return buildForm({
        media_type: 'REELS',
        ...fileField(media),
        share_to_feed: options.share_to_feed,
        cover_url: options.cover_url,
        thumb_offset: options.thumb_offset,
        audio_name: options.audio_name,
        trial_params: options.trial_reel
          ? JSON.stringify({ graduation_strategy: options.trial_reel.toUpperCase() })
          : null,
        user_tags: tags,
        ...sharedFields,
      })
  }
}

function childForm(media: PostMedia): GraphForm {
  const isVideo = media.type === 'video'
  return buildForm({
    media_type: isVideo ? 'VIDEO' : null,
    ...fileField(media),
    alt_text: isVideo ? null : media.altText || null,
    is_carousel_item: true,
  })
}

function fileField({ type, url }: PostMedia) {
  return type === 'image' ? { image_url: url } : { video_url: url }
}

/** The same finding as in `check`, for media deleted after the check. */
function noMediaError(): PlatformError {
  const platformMessage = 'Instagram posts need an image or video. Add one.'
  return new PlatformError('rejected', { platformMessage, reason: 'content_invalid' })
}

/** Compares with a listed post (instagram.md §3.6). Stories have no caption. */
function isOurs(content: PostContent, post: GraphPost): boolean {
  const shape = shapeOf(content)
  const type = content.media[0]?.type.toUpperCase() ?? ''
  if (shape === 'story') return post.kind === `${type}/STORY`
  const kinds = { image: 'IMAGE/FEED', reel: 'VIDEO/REELS', carousel: 'CAROUSEL_ALBUM/FEED' }
  return post.kind === kinds[shape] && comparableText(post.text) === comparableText(content.text)
}

/**
 * Stories are not in the media list. Their edge is undocumented (instagram.md §3.6), so a refusal
 * counts as an empty list and the post stays `unknown`.
 */
async function listStories(api: InstagramPublishApi): Promise<GraphPost[]> {
  try {
    return await api.listPosts('stories')
  } catch (err) {
    if (err instanceof PlatformError && err.kind === 'rejected') return []
    throw err
  }
}
