import type en from '../../messages/en/brand.json'
import { defineMessages } from '../../messages/messages.ts'

export const brandMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/brand.json', { eager: true, import: 'default' }),
)
