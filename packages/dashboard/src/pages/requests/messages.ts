import type en from '../../messages/en/requests.json'
import { defineMessages } from '../../messages/messages.ts'

export const requestMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/requests.json', { eager: true, import: 'default' }),
)
