import { atMost, caution, refusal, wrongOptions } from '../findings.ts'
import { checkAltText, checkMedia, type MediaRules } from '../media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../publish.ts'
import { type InstagramOptions, instagramOptions } from './options.ts'

/** instagram.md §3.1, §3.5. */
const captionMax = 2_200
const hashtagsMax = 30
const mentionsMax = 20
const carouselMax = 10
const altTextMax = 1_000

const storyImage: MediaRules = { mimeTypes: ['image/jpeg'], bytesMax: 8 * 1_024 * 1_024 }
const feedImage: MediaRules = {
  ...storyImage,
  ratioMin: 0.8,
  ratioMax: 1.91,
  ratioText: '4:5 to 1.91:1',
}
const video: MediaRules = {
  mimeTypes: ['video/mp4', 'video/quicktime'],
  bytesMax: 300_000_000,
  ratioMin: 0.01,
  ratioMax: 10,
  ratioText: '0.01:1 to 10:1',
  widthMax: 1_920,
}
const videos = {
  reel: { ...video, secondsMin: 3, secondsMax: 900 },
  story: { ...video, secondsMin: 3, secondsMax: 60, bytesMax: 100_000_000 },
  carousel: { ...video, secondsMax: 60 },
}

/** What a post becomes on Instagram. */
export type InstagramShape = 'image' | 'reel' | 'story' | 'carousel'

export function shapeOf({ media, options }: PostContent): InstagramShape {
  if (options.placement === 'story') return 'story'
  if (media.length > 1) return 'carousel'
  return media[0]?.type === 'video' ? 'reel' : 'image'
}

/** What Instagram would refuse, and what comes close to a limit (instagram.md §3.1, §3.5). */
export function checkInstagram(content: PostContent): PublishFinding[] {
  const shape = shapeOf(content)
  const wrong = wrongOptions(instagramOptions, content.options)
  const options = instagramOptions.safeParse(content.options).data
  return [
    ...wrong,
    ...(options ? checkOptions(options, shape) : []),
    ...(shape === 'story' ? checkStoryText(content) : checkCaption(content.text)),
    ...checkCount(content.media, shape),
    ...content.media.flatMap((each, place) => checkFile(each, `media.${place}`, shape)),
  ]
}

function checkCaption(text: string): PublishFinding[] {
  const path = 'text'
  const length = `A caption has at most ${captionMax} characters.`
  const hashtags = `A caption has at most ${hashtagsMax} hashtags.`
  const mentions = `A caption has at most ${mentionsMax} mentions.`
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return [
    ...atMost({ path, code: 'text_too_long', message: length }, captionMax, [...text].length),
    ...atMost(
      { path, code: 'too_many_hashtags', message: hashtags },
      hashtagsMax,
      count(/#[\p{L}\p{N}_]+/gu),
    ),
    ...atMost(
      { path, code: 'too_many_mentions', message: mentions },
      mentionsMax,
      count(/(?<![\w.])@[\w.]+/g),
    ),
  ]
}

function checkStoryText({ text }: PostContent): PublishFinding[] {
  if (!text) return []
  const message = 'A story has no caption: the text is left out.'
  return [caution({ path: 'text', code: 'text_ignored', message })]
}

function checkCount(media: readonly PostMedia[], shape: InstagramShape): PublishFinding[] {
  const path = 'media'
  if (media.length === 0) {
    const message = 'Instagram has no posts without an image or a video.'
    return [refusal({ path, code: 'media_required', message }, { limit: 1, actual: 0 })]
  }
  const code = 'media_count'
  if (shape !== 'story') {
    const message = `A carousel has at most ${carouselMax} images and videos.`
    return atMost({ path, code, message }, carouselMax, media.length)
  }
  if (media.length === 1) return []
  const message = 'A story has one image or one video.'
  return [refusal({ path, code, message }, { limit: 1, actual: media.length })]
}

function checkFile(media: PostMedia, path: string, shape: InstagramShape): PublishFinding[] {
  if (media.type === 'image') {
    const rules = shape === 'story' ? storyImage : feedImage
    return [...checkMedia(path, media, rules), ...checkAltText(path, media, altTextMax)]
  }
  return checkMedia(path, media, videos[shape === 'image' ? 'reel' : shape])
}

/** Which options go with which posts (instagram.md §3.1). */
const shapes: Readonly<Partial<Record<keyof InstagramOptions, readonly InstagramShape[]>>> = {
  share_to_feed: ['reel'],
  cover_url: ['reel'],
  thumb_offset: ['reel'],
  audio_name: ['reel'],
  trial_reel: ['reel'],
  collaborators: ['image', 'reel', 'carousel'],
  user_tags: ['image', 'reel'],
  location_id: ['image', 'reel', 'carousel'],
}

function checkOptions(options: InstagramOptions, shape: InstagramShape): PublishFinding[] {
  const findings: PublishFinding[] = []
  for (const [name, fitting] of Object.entries(shapes)) {
    const isGiven = options[name as keyof InstagramOptions] !== undefined
    if (!isGiven || fitting.includes(shape)) continue
    const message = `The option ${name} goes with ${fitting.join(', ')}; this is a ${shape}.`
    const words = { path: `options.${name}`, code: 'not_supported', message }
    findings.push(refusal(words, { limit: fitting.join(', '), actual: shape }))
  }
  const tags = shape === 'image' ? (options.user_tags ?? []) : []
  for (const [place, { x, y }] of tags.entries()) {
    if (x !== undefined && y !== undefined) continue
    const message = 'In an image a person has a place: x and y from 0 to 1.'
    const path = `options.user_tags.${place}`
    findings.push(refusal({ path, code: 'option_invalid', message }))
  }
  return findings
}
