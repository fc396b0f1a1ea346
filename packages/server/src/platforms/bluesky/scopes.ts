import { type PermissionSplit, splitPermissions } from '../contract/permissions.ts'
import type { PlatformPermission } from '../contract/platform.ts'

/** Grants everything, also on servers that do not know single permissions (bluesky.md §1.3). */
export const broadScope = 'transition:generic'

const reads = [
  'app.bsky.feed.getPostThread',
  'app.bsky.feed.getPosts',
  'app.bsky.feed.getAuthorFeed',
  'app.bsky.actor.getProfile',
]

/** What a login asks for first (bluesky.md §1.3). Only `rpc:` scopes name the service they are for. */
export const singleScopes: readonly string[] = [
  'atproto',
  'repo:app.bsky.feed.post',
  'repo:app.bsky.feed.threadgate',
  'blob:*/*',
  ...reads.map((method) => `rpc:${method}?aud=*`),
]

export const threadgateScope = 'repo:app.bsky.feed.threadgate'

export const blueskyPermissions: readonly PlatformPermission[] = [
  {
    scope: 'repo:app.bsky.feed.post',
    required: true,
    enables: ['publish', 'delete', 'reply'],
    label: { en: 'Publish and delete posts', de: 'Beiträge veröffentlichen und löschen' },
  },
  {
    scope: 'blob:*/*',
    required: true,
    enables: ['publish'],
    label: { en: 'Upload images and videos', de: 'Bilder und Videos hochladen' },
  },
  {
    scope: threadgateScope,
    required: false,
    enables: ['hide'],
    label: {
      en: 'Hide replies and choose who can reply',
      de: 'Antworten ausblenden und festlegen, wer antworten darf',
    },
  },
  {
    scope: 'rpc:app.bsky.feed.getPostThread',
    required: false,
    enables: ['comments'],
    label: { en: 'Read replies to posts', de: 'Antworten auf Beiträge lesen' },
  },
  {
    scope: 'rpc:app.bsky.feed.getPosts',
    required: false,
    enables: ['insights', 'reply'],
    label: { en: 'Read metrics of posts', de: 'Kennzahlen von Beiträgen lesen' },
  },
]

/** The product's permissions that the scope of a token response contains. */
export function splitScope(scope: string): PermissionSplit {
  const granted = scope.split(' ')
  if (granted.includes(broadScope)) {
    return splitPermissions(
      blueskyPermissions,
      blueskyPermissions.map((each) => each.scope),
    )
  }
  // The service (`?aud=`) and the actions (`?action=`) follow the name.
  return splitPermissions(
    blueskyPermissions,
    granted.map((each) => each.replace(/\?.*$/, '')),
  )
}
