import { isCurrent, type Server } from './servers.ts'

/** Scopes and what they allow (mastodon.md §1.6). */
export const scopeTexts: Record<string, string> = {
  profile: 'Read only your account’s profile information',
  read: 'Read all your account’s data',
  'read:accounts': 'See account information',
  'read:statuses': 'See all posts',
  'read:notifications': 'See your notifications',
  'read:favourites': 'See your favorites',
  'read:search': 'Search on your behalf',
  write: 'Modify all your account’s data',
  'write:accounts': 'Modify your profile',
  'write:statuses': 'Publish posts',
  'write:media': 'Upload media files',
  'write:favourites': 'Favorite posts',
  'write:mutes': 'Mute people and conversations',
  'write:notifications': 'Clear your notifications',
  follow: 'Modify account relationships',
  push: 'Receive your push notifications',
}

/** Whether the server knows the scope; `profile` since 4.3. */
export function isScope(server: Server, scope: string): boolean {
  return Object.hasOwn(scopeTexts, scope) && (scope !== 'profile' || isCurrent(server))
}

export function splitScopes(text: string | undefined): string[] {
  const scopes = [...new Set((text ?? '').split(/\s+/).filter(Boolean))]
  return scopes.length > 0 ? scopes : ['read']
}

/** Whether the granted scopes include this one: `read` includes all `read:*`. */
export function includesScope(granted: readonly string[], scope: string): boolean {
  return granted.includes(scope) || granted.includes(scope.split(':')[0]!)
}
