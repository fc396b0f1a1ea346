import type { PlatformPermission } from '../contract/platform.ts'
import type { SiteUser } from './api.ts'

/** Capabilities of the user's role at the site (wordpress.md §1.4). */
export const wordpressPermissions: readonly PlatformPermission[] = [
  {
    scope: 'publish_posts',
    required: true,
    enables: ['publish', 'delete', 'comments', 'reply'],
    label: {
      en: 'Publish and delete posts, and reply to comments',
      de: 'Beiträge veröffentlichen und löschen und auf Kommentare antworten',
    },
  },
  {
    scope: 'upload_files',
    required: true,
    enables: ['publish'],
    label: { en: 'Upload images and videos', de: 'Bilder und Videos hochladen' },
  },
  {
    scope: 'moderate_comments',
    required: false,
    enables: ['hide'],
    label: {
      en: 'See waiting comments, and hide and approve comments',
      de: 'Wartende Kommentare sehen, Kommentare verbergen und freigeben',
    },
  },
]

/** The capabilities that we need and the user has. */
export function grantedCapabilities({ capabilities }: SiteUser): string[] {
  return wordpressPermissions
    .map(({ scope }) => scope)
    .filter((scope) => capabilities[scope] === true)
}
