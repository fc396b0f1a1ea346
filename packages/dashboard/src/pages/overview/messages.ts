import type en from '../../messages/en/overview.json'
import { defineMessages } from '../../messages/messages.ts'

export const overviewMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/overview.json', { eager: true, import: 'default' }),
)
