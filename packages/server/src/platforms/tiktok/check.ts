import { checkPlainLinks } from '../contract/check-text.ts'
import { checkMax, checkOptions, errorFinding } from '../contract/findings.ts'
import { checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../contract/publish.ts'
import { textLength } from '../contract/text-length.ts'
import { tiktokFile, tiktokMedia, tiktokText } from './limits.ts'
import {
  photoOptions,
  photoTitleMax,
  type TiktokOptions,
  tiktokOptions,
  videoOptions,
} from './options.ts'

/** Limits that depend on the creator's settings are checked in `prepare`. */
export function checkTiktok(content: PostContent): PublishFinding[] {
  const parsed = tiktokOptions.safeParse(content.options)
  const options = parsed.data ?? {}
  const isPhotos = content.media.some(({ type }) => type === 'image')
  return [
    ...checkOptions(tiktokOptions, content.options),
    ...(parsed.success ? checkPrivacy(options) : []),
    ...checkPlainLinks(content.text, 'TikTok'),
    ...checkCount(content.media),
    ...(isPhotos ? checkPhotos(content, options) : checkVideo(content, options)),
  ]
}

function checkPrivacy(options: TiktokOptions): PublishFinding[] {
  const path = 'options.privacy_level'
  if (!options.privacy_level) {
    const message = 'TikTok requires privacy_level for every post. Choose a value.'
    return [errorFinding({ path, code: 'required', message })]
  }
  if (!options.brand_content_toggle || options.privacy_level !== 'SELF_ONLY') return []
  return [
    errorFinding({
      path,
      code: 'option_invalid',
      message: 'Branded content cannot be SELF_ONLY. Choose another privacy_level.',
    }),
  ]
}

function checkCount(media: readonly PostMedia[]): PublishFinding[] {
  const path = 'media'
  const videos = media.filter(({ type }) => type === 'video').length
  const photos = media.length - videos
  if (media.length === 0) {
    const message = 'TikTok posts need a video or photos. Add one.'
    return [errorFinding({ path, code: 'media_required', message }, { limit: 1, actual: 0 })]
  }
  if (videos > 0 && photos > 0) {
    const message = 'TikTok does not allow both video and photos. Use one video or only photos.'
    return [errorFinding({ path, code: 'media_mixed', message })]
  }
  const code = 'media_count'
  if (videos > 1) {
    const message = 'TikTok allows one video per post. Remove the others.'
    return [errorFinding({ path, code, message }, { limit: 1, actual: videos })]
  }
  const { max } = tiktokMedia
  const message = `Too many photos. TikTok allows ${max} per post.`
  return checkMax({ path, code, message }, max, photos)
}

function checkVideo({ text, media }: PostContent, options: TiktokOptions): PublishFinding[] {
  const { max } = tiktokText
  const title = `The title is too long. TikTok allows ${max} UTF-16 units for a video.`
  const finding = { path: 'text', code: 'text_too_long', message: title }
  return [
    ...checkMax(finding, max, textLength(text, tiktokText)),
    ...(media.length > 0 ? refuseOptions(options, photoOptions, 'video') : []),
    ...checkCover(media[0], options),
    ...media.flatMap((video, index) => [
      ...checkMedia(`media.${index}`, video, tiktokFile.video),
      ...checkVideoSides(`media.${index}`, video),
    ]),
  ]
}

function checkCover(video: PostMedia | undefined, options: TiktokOptions): PublishFinding[] {
  const actual = options.video_cover_timestamp_ms ?? 0
  const limit = video?.durationMs ?? actual
  if (actual <= limit) return []
  const path = 'options.video_cover_timestamp_ms'
  const message = 'The cover frame is after the end of the video. Choose an earlier one.'
  return [errorFinding({ path, code: 'option_invalid', message }, { limit, actual })]
}

function checkVideoSides(path: string, { width, height }: PostMedia): PublishFinding[] {
  if (width === null || height === null) return []
  const { sideMin: min, longSideMax: max } = tiktokFile.video
  if ([width, height].every((side) => side >= min && side <= max)) return []
  const message = `Both sides of a video must have ${min} to ${max} pixels.`
  const facts = { limit: `${min}-${max}`, actual: `${width}x${height}` }
  return [errorFinding({ path, code: 'media_dimensions', message }, facts)]
}

function checkPhotos({ text, media }: PostContent, options: TiktokOptions): PublishFinding[] {
  const code = 'text_too_long'
  const max = tiktokText.maxByKind.photos
  const length = textLength(text, tiktokText)
  const description = `The description is too long. TikTok allows ${max} UTF-16 units for photos.`
  const title = `The title is too long. TikTok allows ${photoTitleMax} UTF-16 units for photos.`
  const photos = media.filter(({ type }) => type === 'image')
  return [
    ...checkMax({ path: 'text', code, message: description }, max, length),
    ...checkMax(
      { path: 'options.title', code, message: title },
      photoTitleMax,
      options.title?.length ?? 0,
    ),
    ...refuseOptions(options, videoOptions, 'photos'),
    ...checkPhotoOptions(media.length, options),
    ...photos.flatMap((photo) =>
      checkMedia(`media.${media.indexOf(photo)}`, photo, tiktokFile.image),
    ),
  ]
}

function checkPhotoOptions(count: number, options: TiktokOptions): PublishFinding[] {
  const findings: PublishFinding[] = []
  if (options.source === 'upload') {
    const message = 'TikTok only pulls photos by URL. Set source to url.'
    findings.push(errorFinding({ path: 'options.source', code: 'not_supported', message }))
  }
  const cover = options.photo_cover_index ?? 0
  if (cover >= count) {
    const message = 'There is no photo with this index. The first photo is 0.'
    const text = { path: 'options.photo_cover_index', code: 'option_invalid', message }
    findings.push(errorFinding(text, { limit: count - 1, actual: cover }))
  }
  return findings
}

function refuseOptions(
  options: TiktokOptions,
  names: readonly string[],
  kind: 'photos' | 'video',
): PublishFinding[] {
  const supportedKind = kind === 'video' ? 'photos' : 'video'
  return names
    .filter((name) => options[name as keyof TiktokOptions] !== undefined)
    .map((name) => {
      const message = `The option ${name} only works with ${supportedKind}; this post is ${kind}.`
      const text = { path: `options.${name}`, code: 'not_supported', message }
      return errorFinding(text, { limit: supportedKind, actual: kind })
    })
}
