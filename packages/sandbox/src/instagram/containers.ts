import { DAY_MS } from '../core/clock.ts'
import type { Container } from '../core/content.ts'
import type { Params } from '../core/request.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import type { Session } from '../graph/session.ts'
import {
  createContainer,
  fetchForContainer,
  type NewContainer,
  splitIds,
} from '../publishing/containers.ts'
import { countSince } from '../publishing/posts.ts'
import { CAPTION_MAX, igParameter, mediaError } from './media-errors.ts'
import { publishSession } from './publish.ts'

const CONTAINERS_PER_DAY = 400
const HASHTAGS_MAX = 30
const MENTIONS_MAX = 20
const IMAGE_BYTES_MAX = 8 * 1024 * 1024
const VIDEO_BYTES_MAX = 300_000_000
const STORY_BYTES_MAX = 100_000_000

/** `POST /{user}/media` (instagram.md §3.1). There are no text-only posts. */
export async function createInstagramContainer(call: GraphCall) {
  const session = publishSession(call)
  const { sandbox } = call
  const created = sandbox.state.containers.by('account', session.account.id)
  if (countSince(created, sandbox.clock.ms() - DAY_MS) >= CONTAINERS_PER_DAY)
    throw mediaError('limit')
  const container = createContainer(sandbox, readContainer(call, session))
  if (container.params.image_url) await fetchImage(sandbox, container)
  if (container.params.video_url) void fetchReel(sandbox, container)
  return { id: container.id }
}

function readContainer(call: GraphCall, session: Session): NewContainer {
  const { access_token: _, ...params } = call.params
  const mediaType = params.media_type ?? 'IMAGE'
  const item = params.is_carousel_item === 'true'
  const children =
    mediaType === 'CAROUSEL' ? readChildren(call.sandbox, session, params.children) : []
  if (mediaType !== 'CAROUSEL') requireFile(params, mediaType, item)
  if (!item) checkCaption(params.caption ?? '')
  if ((params.alt_text ?? '').length > 1000)
    throw igParameter('Param alt_text must be at most 1000 characters long')
  if (params.alt_text && params.video_url) throw igParameter('The param alt_text is for images')
  checkCollaborators(params, item || mediaType === 'STORIES')
  return {
    platform: 'instagram',
    account_id: session.account.id,
    media_type: mediaType,
    params,
    children,
    is_carousel_item: item,
  }
}

function requireFile(params: Params, mediaType: string, item: boolean): void {
  const allowed = item ? ['IMAGE', 'VIDEO'] : ['IMAGE', 'REELS', 'STORIES']
  if (!allowed.includes(mediaType)) throw mediaError('media_type')
  const name = ['REELS', 'VIDEO'].includes(mediaType) ? 'video_url' : 'image_url'
  const url = mediaType === 'STORIES' ? (params.image_url ?? params.video_url) : params[name]
  if (!url) throw igParameter(`The parameter ${name} is required.`)
  if (!URL.canParse(url)) throw igParameter(`The parameter ${name} is not a valid URI.`)
}

function checkCaption(caption: string): void {
  const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0
  const mentions = caption.match(/@[\w.]+/g)?.length ?? 0
  if ([...caption].length > CAPTION_MAX || hashtags > HASHTAGS_MAX || mentions > MENTIONS_MAX) {
    throw mediaError('caption')
  }
}

function checkCollaborators(params: Params, forbidden: boolean): void {
  if (!params.collaborators) return
  if (forbidden) throw igParameter('The param collaborators is not allowed')
  if (splitIds(params.collaborators).length > 3)
    throw igParameter('The param collaborators has at most 3 usernames')
}

/** The ids of 2 to 10 carousel item containers of this account. */
function readChildren(sandbox: Sandbox, session: Session, text: string | undefined): string[] {
  const ids = splitIds(text)
  if (ids.length < 2 || ids.length > 10) throw mediaError('carousel')
  for (const id of ids) {
    const child = sandbox.state.containers.get(id)
    if (child?.account_id !== session.account.id || !child.is_carousel_item) {
      throw mediaError('not_found')
    }
  }
  return ids
}

/** Downloads and validates an image during container creation (instagram.md §7). */
async function fetchImage(sandbox: Sandbox, container: Readonly<Container>): Promise<void> {
  await fetchForContainer(sandbox, container, checkImage, (problem) =>
    problem === 'not_media' ? 'image_format' : 'cannot_fetch',
  )
  const { error } = sandbox.state.containers.get(container.id)!
  if (!error) return
  sandbox.state.containers.remove(container.id)
  throw mediaError(error as Parameters<typeof mediaError>[0])
}

/** Images are JPEG, at most 8 MiB, and 4:5 to 1.91:1 except in stories (instagram.md §3.5). */
function checkImage(
  sandbox: Sandbox,
  container: Readonly<Container>,
  mediaId: string,
): string | null {
  const { content_type, bytes, width, height } = sandbox.state.media.get(mediaId)!
  if (content_type !== 'image/jpeg') return 'image_format'
  if (bytes > IMAGE_BYTES_MAX) return 'image_size'
  if (width === null || height === null || container.media_type === 'STORIES') return null
  const ratio = width / height
  return ratio < 0.8 - 0.01 || ratio > 1.91 + 0.01 ? 'aspect_ratio' : null
}

/** Downloads a video in the background. A problem becomes the container's status (instagram.md §3.2). */
export function fetchReel(sandbox: Sandbox, container: Readonly<Container>): Promise<void> {
  return fetchForContainer(sandbox, container, checkVideo, (problem) =>
    problem === 'not_media' ? '2207026' : '2207052',
  )
}

function checkVideo(
  sandbox: Sandbox,
  container: Readonly<Container>,
  mediaId: string,
): string | null {
  const { content_type, bytes, duration_s } = sandbox.state.media.get(mediaId)!
  if (!/^video\/(mp4|quicktime)$/.test(content_type)) return '2207026'
  const isStory = container.media_type === 'STORIES'
  if (bytes > (isStory ? STORY_BYTES_MAX : VIDEO_BYTES_MAX)) return '2207026'
  const maxSeconds = container.media_type === 'REELS' ? 900 : 60
  const minSeconds = container.is_carousel_item ? 0 : 3
  const wrong = duration_s !== null && (duration_s > maxSeconds || duration_s < minSeconds)
  return wrong ? '2207026' : null
}
