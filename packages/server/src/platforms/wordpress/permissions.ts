import type { PlatformPermission } from '../contract/platform.ts'
import type { SiteUser } from './api.ts'

/**
 * Capabilities of the user's role at the site (wordpress.md §1.4). An author moderates the comments of
 * their own posts.
 */
export const wordpressPermissions: readonly PlatformPermission[] = [
  {
    scope: 'publish_posts',
    required: true,
    enables: ['publish', 'delete', 'comments', 'reply', 'hide'],
    label: {
      en: 'Publish and delete posts, and answer and moderate their comments',
      de: 'Beiträge veröffentlichen und löschen, deren Kommentare beantworten und moderieren',
    },
  },
  {
    scope: 'upload_files',
    required: true,
    enables: ['publish'],
    label: { en: 'Upload images and videos', de: 'Bilder und Videos hochladen' },
  },
]

/** The capabilities that we need and the user has. */
export function grantedCapabilities({ capabilities }: SiteUser): string[] {
  return wordpressPermissions
    .map(({ scope }) => scope)
    .filter((scope) => capabilities[scope] === true)
}
