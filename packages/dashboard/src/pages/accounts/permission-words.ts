import type en from '../../messages/en/permissions.json'
import { defineMessages } from '../../messages/messages.ts'

/** What each platform's permission is for. The names are the platforms' own. */
export const permissionWords = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/permissions.json', { eager: true, import: 'default' }),
)
