import type en from '../../../messages/en/composer-media.json'
import { defineMessages } from '../../../messages/messages.ts'

export const mediaMessages = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/composer-media.json', { eager: true, import: 'default' }),
)
