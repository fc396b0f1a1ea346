import type { Call } from './call.ts'
import { htmlPage } from './errors.ts'
import { domainOf, isCurrent, limitsOf, originOf } from './servers.ts'

const images = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const newerImages = ['image/heic', 'image/heif', 'image/avif']
const others = ['video/webm', 'video/mp4', 'video/quicktime', 'audio/mpeg', 'audio/ogg']

/** The `configuration` of both versions, from the same facts (mastodon.md §1.1). */
function configuration({ sandbox, server }: Call) {
  const limits = limitsOf(sandbox, server)
  const { description_limit } = limits
  return {
    statuses: {
      max_characters: limits.max_characters,
      max_media_attachments: limits.max_media_attachments,
      characters_reserved_per_url: limits.characters_reserved_per_url,
    },
    media_attachments: {
      ...(isCurrent(server) ? { description_limit } : {}),
      supported_mime_types: [...images, ...(isCurrent(server) ? newerImages : []), ...others],
      image_size_limit: limits.image_size_limit,
      image_matrix_limit: limits.image_matrix_limit,
      video_size_limit: limits.video_size_limit,
      video_frame_rate_limit: 120,
      video_matrix_limit: limits.video_matrix_limit,
    },
    polls: {
      max_options: 4,
      max_characters_per_option: 50,
      min_expiration: 300,
      max_expiration: 2_629_746,
    },
  }
}

function streamingUrl({ sandbox, server }: Call): string {
  return originOf(sandbox, server).replace('http', 'ws')
}

/** `GET /api/v2/instance`, which the other program does not have. */
export function instanceV2(call: Call) {
  const { sandbox, server } = call
  if (server.isOtherProgram) return htmlPage(404, 'Not found')
  const { apiVersion, title, version } = server
  const urls = { streaming: streamingUrl(call) }
  const newer = isCurrent(server)
    ? { vapid: { public_key: 'BCk-sandbox' }, limited_federation: false }
    : {}
  return {
    domain: domainOf(sandbox, server),
    title,
    version,
    source_url: 'https://github.com/mastodon/mastodon',
    description: 'A simulated server for testing',
    usage: { users: { active_month: 3 } },
    languages: ['en'],
    ...(apiVersion === null ? {} : { api_versions: { mastodon: apiVersion } }),
    configuration: {
      urls,
      ...newer,
      accounts: { max_featured_tags: 10 },
      ...configuration(call),
      translation: { enabled: false },
    },
    registrations: { enabled: false, approval_required: false, message: null },
    contact: { email: 'admin@example.com', account: null },
    rules: [],
  }
}

/** `GET /api/v1/instance`, with `uri` and `urls.streaming_api`. */
export function instanceV1(call: Call) {
  const { sandbox, server } = call
  const domain = domainOf(sandbox, server)
  const accounts = sandbox.state.accounts
    .by('platform', 'mastodon:profile')
    .filter((account) => account.server === server.label)
  return {
    uri: domain,
    title: server.title,
    short_description: 'A simulated server for testing',
    description: '',
    email: 'admin@example.com',
    version: server.version,
    urls: { streaming_api: streamingUrl(call) },
    stats: { user_count: accounts.length, status_count: 0, domain_count: 1 },
    languages: ['en'],
    registrations: false,
    configuration: configuration(call),
    ...(server.isOtherProgram ? { max_toot_chars: limitsOf(sandbox, server).max_characters } : {}),
    rules: [],
  }
}
