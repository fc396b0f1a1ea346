import { pageOf, partsOf, pick, type YoutubeCall } from './call.ts'
import { badRequest, forbidden, YoutubeError } from './errors.ts'
import { hasChannel } from './people.ts'
import { authenticate, channelSession, requireScope, type YoutubeSession } from './session.ts'
import { findVideo, type Video, videoResource, videosOf } from './videos.ts'

const readScopes = ['youtube.readonly', 'youtube', 'youtube.force-ssl']

/** `GET /channels?mine=true`: without a channel there are no `items` (youtube.md §1.4). */
export function listChannels(call: YoutubeCall): object {
  const session = authenticate(call)
  requireScope(session, ...readScopes)
  const parts = partsOf(call)
  if (call.query.get('mine') !== 'true') {
    throw badRequest('invalidCriteria', 'The request specifies an invalid filter.')
  }
  const envelope = { kind: 'youtube#channelListResponse', etag: 'etag' }
  const { account } = session
  if (!hasChannel(account)) {
    return { ...envelope, pageInfo: { totalResults: 0, resultsPerPage: 5 } }
  }
  channelSession(call, ...readScopes)
  const videos = videosOf(call.sandbox, account.id)
  const channel = {
    kind: 'youtube#channel',
    etag: 'etag',
    id: account.id,
    snippet: {
      title: account.name,
      description: account.biography,
      customUrl: `@${account.username}`,
      publishedAt: new Date(account.created_at).toISOString(),
      thumbnails: { default: { url: `${call.sandbox.origin()}/pictures/${account.id}` } },
    },
    contentDetails: { relatedPlaylists: { uploads: uploadsOf(session) } },
    statistics: {
      viewCount: String(account.followers * 120),
      subscriberCount: String(account.followers),
      hiddenSubscriberCount: account.facts?.hidden_subscribers === 'yes',
      videoCount: String(videos.length),
    },
    status: { privacyStatus: 'public', longUploadsStatus: 'allowed' },
  }
  return {
    ...envelope,
    pageInfo: { totalResults: 1, resultsPerPage: 5 },
    items: [pick(parts, channel)],
  }
}

function uploadsOf({ account }: YoutubeSession): string {
  return `UU${account.id.slice(2)}`
}

/** `GET /playlistItems` of the uploads, newest first (youtube.md §4.5). */
export function listUploads(call: YoutubeCall): object {
  const session = channelSession(call, ...readScopes)
  const parts = partsOf(call)
  if (call.query.get('playlistId') !== uploadsOf(session)) {
    throw new YoutubeError(404, 'playlistNotFound', 'The playlist cannot be found.')
  }
  const videos = videosOf(call.sandbox, session.account.id)
  const { page, envelope } = pageOf(call, videos, { size: 5, max: 50 })
  const items = page.map(([id, { snippet, uploaded_at, status }]) => {
    const publishedAt = new Date(uploaded_at).toISOString()
    return pick(parts, {
      kind: 'youtube#playlistItem',
      etag: 'etag',
      id: `UU${id}`,
      snippet: {
        publishedAt,
        title: snippet.title,
        description: snippet.description,
        resourceId: { kind: 'youtube#video', videoId: id },
      },
      contentDetails: { videoId: id, videoPublishedAt: publishedAt },
      status: { privacyStatus: status.privacyStatus },
    })
  })
  return { kind: 'youtube#playlistItemListResponse', etag: 'etag', ...envelope, items }
}

/** `GET /videos?id=`: an unknown id is missing in the list (youtube.md §4.4). */
export function listVideos(call: YoutubeCall): object {
  const session = channelSession(call, ...readScopes)
  const parts = partsOf(call)
  const ids = (call.query.get('id') ?? '').split(',').filter(Boolean)
  if (ids.length === 0 || ids.length > 50) {
    throw badRequest('missingRequiredParameter', 'No filter selected.')
  }
  const videos = ids.flatMap((id): [string, Video][] => {
    const video = findVideo(call.sandbox, id)
    if (!video) return []
    const isOwn = video.account_id === session.account.id
    return isOwn || video.status.privacyStatus !== 'private' ? [[id, video]] : []
  })
  const asksOwner = parts.some((part) => ['processingDetails', 'fileDetails'].includes(part))
  if (asksOwner && videos.some(([, video]) => video.account_id !== session.account.id)) {
    throw forbidden()
  }
  const items = videos.map(([id, video]) => pick(parts, videoResource(call.sandbox, id, video)))
  const pageInfo = { totalResults: items.length, resultsPerPage: items.length }
  return { kind: 'youtube#videoListResponse', etag: 'etag', items, pageInfo }
}
