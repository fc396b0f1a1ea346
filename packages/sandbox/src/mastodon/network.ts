import { serverOrigin } from '../core/hosts.ts'
import type { Network, Sandbox } from '../core/sandbox.ts'
import { mastodonDialog } from './consent.ts'
import { onComment, onLike } from './notifications.ts'
import { newAccount, seed } from './people.ts'
import { headersOf } from './rate-limit.ts'
import { mastodonApis } from './routes.ts'
import { servers } from './servers.ts'
import { mastodonSettings } from './settings.ts'
import { statusId } from './status-id.ts'

const RATE_WINDOW_MS = 300_000

export const mastodon: Network = {
  id: 'mastodon',
  name: 'Mastodon',
  accent: '#4f46c8',
  app: null,
  hosts: Object.fromEntries(servers.map(({ label, prefix }) => [label, prefix])),
  seed,
  newAccount,
  enteredBy: (sandbox, { server }) => new URL(serverOrigin(sandbox, server!)).host,
  dialog: mastodonDialog,
  apis: mastodonApis,
  posts: {
    defaults: { media_type: 'STATUS', product_type: '' },
    newId: (_account, createdAt) => statusId(createdAt),
    permalinks: [],
    code: 'id',
  },
  comments: {
    newId: (_post, createdAt) => statusId(createdAt),
    nests: true,
    ownerName: (owner) => owner.username,
    sendWebhook: onComment,
    sendLikeWebhook: onLike,
  },
  settings: [mastodonSettings],
  faultResponse,
  hasRefreshTokens: false,
  // A person who removes the app tells nobody (mastodon.md §6).
  sendDeauthorize: () => undefined,
}

/** 429 with the three headers, and the 503 of a busy server (mastodon.md §3.5, §7). */
function faultResponse(sandbox: Sandbox, kind: 'rate_limited' | 'transient'): Response {
  if (kind === 'transient') {
    const error = 'There was a temporary problem serving your request, please try again'
    return Response.json({ error }, { status: 503 })
  }
  const endsAt = sandbox.clock.ms() + RATE_WINDOW_MS
  const headers = headersOf({ max: 300, left: 0, endsAt })
  return Response.json({ error: 'Too many requests' }, { status: 429, headers })
}
