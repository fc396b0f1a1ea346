import type en from '../../messages/en/members.json'
import { defineMessages } from '../../messages/messages.ts'

export const memberMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/members.json', { eager: true, import: 'default' }),
)
