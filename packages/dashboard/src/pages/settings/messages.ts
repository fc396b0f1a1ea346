import type en from '../../messages/en/settings.json'
import { defineMessages } from '../../messages/messages.ts'

export const settingsMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/settings.json', { eager: true, import: 'default' }),
)
