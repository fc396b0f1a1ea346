import type en from '../../messages/en/profiles.json'
import { defineMessages } from '../../messages/messages.ts'

export const profileMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/profiles.json', { eager: true, import: 'default' }),
)
