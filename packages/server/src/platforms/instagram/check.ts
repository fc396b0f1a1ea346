import { checkPlainLinks } from '../contract/check-text.ts'
import { checkMax, checkOptions, errorFinding, warningFinding } from '../contract/findings.ts'
import { checkAltText, checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../contract/publish.ts'
import { textLength } from '../contract/text-length.ts'
import {
  instagramHashtagsMax as hashtagsMax,
  type InstagramShape,
  instagramFiles,
  instagramMedia,
  instagramText,
} from './limits.ts'
import { type InstagramOptions, instagramOptions } from './options.ts'

/** instagram.md §3.1. */
const mentionsMax = 20

export function shapeOf({ media, options }: PostContent): InstagramShape {
  if (options.placement === 'story') return 'story'
  if (media.length > 1) return 'carousel'
  return media[0]?.type === 'video' ? 'reel' : 'image'
}

/** instagram.md §3.1, §3.5. */
export function checkInstagram(content: PostContent): PublishFinding[] {
  const shape = shapeOf(content)
  const wrong = checkOptions(instagramOptions, content.options)
  const options = instagramOptions.safeParse(content.options).data
  return [
    ...wrong,
    ...(options ? checkOptionShapes(options, shape) : []),
    ...(shape === 'story' ? checkStoryText(content) : checkCaption(content.text)),
    ...checkCount(content.media, shape),
    ...content.media.flatMap((each, index) => checkFile(each, `media.${index}`, shape)),
  ]
}

function checkCaption(text: string): PublishFinding[] {
  const path = 'text'
  const { max } = instagramText
  const length = `The caption is too long. Instagram allows ${max} characters.`
  const hashtags = `Too many hashtags. Instagram allows ${hashtagsMax}.`
  const mentions = `Too many mentions. Instagram allows ${mentionsMax}.`
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return [
    ...checkMax(
      { path, code: 'text_too_long', message: length },
      max,
      textLength(text, instagramText),
    ),
    ...checkMax(
      { path, code: 'too_many_hashtags', message: hashtags },
      hashtagsMax,
      count(/#[\p{L}\p{N}_]+/gu),
    ),
    ...checkMax(
      { path, code: 'too_many_mentions', message: mentions },
      mentionsMax,
      count(/(?<![\w.])@[\w.]+/g),
    ),
    ...checkPlainLinks(text, 'Instagram'),
  ]
}

function checkStoryText({ text }: PostContent): PublishFinding[] {
  if (!text) return []
  const message = 'Stories have no caption. The text will be left out.'
  return [warningFinding({ path: 'text', code: 'text_ignored', message })]
}

function checkCount(media: readonly PostMedia[], shape: InstagramShape): PublishFinding[] {
  const path = 'media'
  if (media.length === 0) {
    const message = 'Instagram posts need an image or video. Add one.'
    return [errorFinding({ path, code: 'media_required', message }, { limit: 1, actual: 0 })]
  }
  const code = 'media_count'
  if (shape !== 'story') {
    const { max } = instagramMedia
    const message = `Too many files. A carousel allows ${max} images and videos.`
    return checkMax({ path, code, message }, max, media.length)
  }
  if (media.length === 1) return []
  const message = 'A story can contain only one image or video. Remove the others.'
  return [errorFinding({ path, code, message }, { limit: 1, actual: media.length })]
}

function checkFile(media: PostMedia, path: string, shape: InstagramShape): PublishFinding[] {
  const rules = instagramFiles.find(
    ({ type, postKind }) => type === media.type && postKind === shape,
  )
  return [
    ...(rules ? checkMedia(path, media, rules) : []),
    ...(media.type === 'image' ? checkAltText(path, media, instagramMedia.altTextMax) : []),
  ]
}

/** The post shapes that each option applies to (instagram.md §3.1). */
const shapesByOption: Readonly<Partial<Record<keyof InstagramOptions, readonly InstagramShape[]>>> =
  {
    share_to_feed: ['reel'],
    cover_url: ['reel'],
    thumb_offset: ['reel'],
    audio_name: ['reel'],
    trial_reel: ['reel'],
    collaborators: ['image', 'reel', 'carousel'],
    user_tags: ['image', 'reel'],
    location_id: ['image', 'reel', 'carousel'],
  }

function checkOptionShapes(options: InstagramOptions, shape: InstagramShape): PublishFinding[] {
  const findings: PublishFinding[] = []
  for (const [name, allowedShapes] of Object.entries(shapesByOption)) {
    const isSet = options[name as keyof InstagramOptions] !== undefined
    if (!isSet || allowedShapes.includes(shape)) continue
    const message = `The option ${name} only works with ${allowedShapes.join(', ')}; this post is a ${shape}.`
    const text = { path: `options.${name}`, code: 'not_supported', message }
    findings.push(errorFinding(text, { limit: allowedShapes.join(', '), actual: shape }))
  }
  const tags = shape === 'image' ? (options.user_tags ?? []) : []
  for (const [index, { x, y }] of tags.entries()) {
    if (x !== undefined && y !== undefined) continue
    const message = 'A person tagged in an image needs a position: x and y from 0 to 1.'
    const path = `options.user_tags.${index}`
    findings.push(errorFinding({ path, code: 'option_invalid', message }))
  }
  return findings
}
