import type { Container } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError } from '../graph/errors.ts'
import { requirePermissions, type Session } from '../graph/session.ts'
import {
  createContainer,
  fetchForContainer,
  type NewContainer,
  splitIds,
  statusOf,
} from '../publishing/containers.ts'
import { invalidChildren, threadsParameter } from './errors.ts'
import { publishContainer, publishSession } from './publish.ts'
import { replyTarget } from './reply-target.ts'
import { settingsOf } from './settings.ts'
import { checkThreadsText } from './text.ts'

const mediaTypes = ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']
const IMAGE_BYTES_MAX = 8_000_000
const VIDEO_BYTES_MAX = 1_000_000_000
const VIDEO_SECONDS_MAX = 300
const ASPECT_MAX = 10

/** `POST /{user}/threads`: creates a container, and with auto_publish_text also publishes it (threads.md §3.1). */
export async function createThreadsContainer(call: GraphCall) {
  const session = publishSession(call)
  const facts = readContainer(call, session)
  const container = createContainer(call.sandbox, facts)
  if (facts.params.image_url) await fetchImage(call.sandbox, container)
  if (facts.params.video_url) void fetchVideo(call.sandbox, container)
  if (facts.params.auto_publish_text === 'true' && facts.media_type === 'TEXT') {
    return { id: publishContainer(call.sandbox, session.account, container) }
  }
  return { id: container.id }
}

function readContainer(call: GraphCall, session: Session): NewContainer {
  const { params, sandbox } = call
  const { access_token: _, ...storedParams } = params
  const mediaType = params.media_type ?? ''
  if (!mediaTypes.includes(mediaType)) {
    throw threadsParameter(
      `Param media_type must be one of {${mediaTypes.join(', ')}} - got "${mediaType}".`,
    )
  }
  checkThreadsText(params, mediaType)
  if (
    mediaType === 'TEXT' &&
    !params.text?.trim() &&
    !params.text_attachment &&
    !params.gif_attachment
  ) {
    throw threadsParameter('The parameter text is required.')
  }
  if (mediaType === 'IMAGE') requireUrl(params.image_url, 'image_url')
  if (mediaType === 'VIDEO') requireUrl(params.video_url, 'video_url')
  if (params.reply_to_id) {
    if (settingsOf(sandbox).threads_reply_needs_manage_replies)
      requirePermissions(session, 'threads_manage_replies')
    replyTarget(sandbox, session.account, params.reply_to_id)
  }
  // This permission also covers who can reply (threads.md §1.3).
  if (params.reply_control) requirePermissions(session, 'threads_manage_replies')
  if (params.quote_post_id && !sandbox.state.posts.get(params.quote_post_id)) {
    throw threadsParameter('Param quote_post_id must be a post')
  }
  const item = params.is_carousel_item === 'true'
  const children = mediaType === 'CAROUSEL' ? readChildren(sandbox, session, params.children) : []
  return {
    platform: 'threads',
    account_id: session.account.id,
    media_type: mediaType,
    params: storedParams,
    children,
    is_carousel_item: item && ['IMAGE', 'VIDEO'].includes(mediaType),
  }
}

function requireUrl(url: string | undefined, name: string): void {
  if (!url) throw threadsParameter(`The parameter ${name} is required.`)
  if (!URL.canParse(url)) throw threadsParameter(`Param ${name} is not a valid URI.`)
}

/** The ids of 2 to 20 carousel item containers of this account (threads.md §3.4). */
function readChildren(sandbox: Sandbox, session: Session, text: string | undefined): string[] {
  const ids = splitIds(text)
  if (ids.length < 2 || ids.length > 20)
    throw threadsParameter('Param children must have 2 to 20 items')
  for (const id of ids) {
    const child = sandbox.state.containers.get(id)
    const isItem = child?.account_id === session.account.id && child.is_carousel_item
    if (!isItem || statusOf(sandbox, child) !== 'FINISHED') throw invalidChildren()
  }
  return ids
}

/** Downloads an image during container creation, which fails if the file is unreachable (threads.md §7). */
async function fetchImage(sandbox: Sandbox, container: Readonly<Container>): Promise<void> {
  await fetchForContainer(sandbox, container, checkImage, (problem) =>
    problem === 'not_media' ? 'UNKNOWN' : 'UNREACHABLE',
  )
  const { error } = sandbox.state.containers.get(container.id)!
  if (error !== 'UNREACHABLE') return
  sandbox.state.containers.remove(container.id)
  throw new GraphError('The media could not be fetched from this URI', {
    code: 1,
    error_subcode: 2207052,
    is_transient: false,
    error_user_title: 'Media download has failed.',
    error_user_msg: `The media could not be fetched from this URI: ${container.params.image_url}`,
  })
}

/** Downloads a video in the background. A problem becomes the container's error (threads.md §3.2). */
export function fetchVideo(sandbox: Sandbox, container: Readonly<Container>): Promise<void> {
  return fetchForContainer(sandbox, container, checkVideo, (problem) =>
    problem === 'not_media' ? 'FAILED_PROCESSING_VIDEO' : 'FAILED_DOWNLOADING_VIDEO',
  )
}

function checkImage(
  sandbox: Sandbox,
  _container: Readonly<Container>,
  mediaId: string,
): string | null {
  const { content_type, bytes, width, height } = sandbox.state.media.get(mediaId)!
  if (!/^image\/(jpeg|png|webp)$/.test(content_type)) return 'UNKNOWN'
  if (bytes > IMAGE_BYTES_MAX) return 'UNKNOWN'
  return isTooLong(width, height) ? 'INVALID_ASPEC_RATIO' : null
}

function checkVideo(
  sandbox: Sandbox,
  _container: Readonly<Container>,
  mediaId: string,
): string | null {
  const { content_type, bytes, width, height, duration_s } = sandbox.state.media.get(mediaId)!
  if (!/^video\/(mp4|quicktime)$/.test(content_type)) return 'FAILED_PROCESSING_VIDEO'
  if (bytes > VIDEO_BYTES_MAX) return 'FAILED_PROCESSING_VIDEO'
  if (duration_s !== null && duration_s > VIDEO_SECONDS_MAX) return 'INVALID_DURATION'
  return isTooLong(width, height) ? 'INVALID_ASPEC_RATIO' : null
}

function isTooLong(width: number | null, height: number | null): boolean {
  return width !== null && height !== null && height > 0 && width / height > ASPECT_MAX
}
