import type { PlatformPermission } from '../contract/platform.ts'

/** mastodon.md §1.6. */
export const mastodonPermissions: readonly PlatformPermission[] = [
  {
    scope: 'read:accounts',
    required: true,
    enables: ['publish', 'delete', 'comments', 'reply', 'insights'],
    label: { en: 'See the profile', de: 'Profil ansehen' },
  },
  {
    scope: 'write:statuses',
    required: true,
    enables: ['publish', 'delete', 'reply'],
    label: {
      en: 'Publish and delete posts and replies',
      de: 'Beiträge und Antworten veröffentlichen und löschen',
    },
  },
  {
    scope: 'write:media',
    required: true,
    enables: ['publish'],
    label: { en: 'Upload images and videos', de: 'Bilder und Videos hochladen' },
  },
  {
    scope: 'read:statuses',
    required: false,
    enables: ['comments', 'insights'],
    label: {
      en: 'Read posts, replies and their metrics',
      de: 'Beiträge, Antworten und deren Kennzahlen lesen',
    },
  },
]

export const allScopes = mastodonPermissions.map(({ scope }) => scope).join(' ')

/** For servers without granular scopes. */
export const broadScopes = 'read write'

/** `read` includes all `read:*`, and `write` all `write:*`. */
export function includedScopes(granted: readonly string[]): string[] {
  return mastodonPermissions
    .map(({ scope }) => scope)
    .filter((scope) => granted.includes(scope) || granted.includes(scope.split(':')[0]!))
}
