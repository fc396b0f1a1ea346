import type { PlatformApp } from '../../core/networks.ts'
import type { PlatformPermission } from '../contract/platform.ts'

const writeAsMember: PlatformPermission = {
  scope: 'w_member_social',
  required: true,
  enables: ['publish', 'delete'],
  label: { en: 'Publish as the person', de: 'Als Person veröffentlichen' },
}

/** Of an app with the Community Management API: people and their pages (linkedin.md §1.4). */
const community: readonly PlatformPermission[] = [
  {
    scope: 'w_organization_social',
    required: true,
    enables: ['publish', 'delete'],
    label: { en: 'Publish on the Page', de: 'Auf der Seite veröffentlichen' },
  },
  {
    scope: 'r_organization_social',
    required: true,
    enables: ['publish', 'delete'],
    label: { en: 'Read the posts of the Page', de: 'Beiträge der Seite lesen' },
  },
  {
    scope: 'rw_organization_admin',
    required: true,
    enables: ['publish'],
    label: { en: 'See the list of Pages', de: 'Liste der Seiten ansehen' },
  },
  {
    scope: 'r_basicprofile',
    required: true,
    enables: ['publish'],
    label: { en: 'See name and picture', de: 'Name und Bild ansehen' },
  },
  writeAsMember,
]

/** Of an app with Sign In and Share on LinkedIn: people only (linkedin.md §0). */
const share: readonly PlatformPermission[] = [
  writeAsMember,
  {
    scope: 'openid',
    required: true,
    enables: ['publish'],
    label: { en: 'Confirm who it is', de: 'Identität bestätigen' },
  },
  {
    scope: 'profile',
    required: true,
    enables: ['publish'],
    label: { en: 'See name and picture', de: 'Name und Bild ansehen' },
  },
]

/** Whether the app serves people only. An app has one of the two products (linkedin.md §0). */
export function isShareApp({ variables }: PlatformApp): boolean {
  return variables?.LINKEDIN_PRODUCT === 'share'
}

/** One fixed set: another one would end the person's earlier tokens (linkedin.md §1.2). */
export function permissionsOf(app: PlatformApp): readonly PlatformPermission[] {
  return isShareApp(app) ? share : community
}
