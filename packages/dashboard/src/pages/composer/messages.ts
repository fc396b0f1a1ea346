import type en from '../../messages/en/composer.json'
import { defineMessages } from '../../messages/messages.ts'

export const composerMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/composer.json', { eager: true, import: 'default' }),
)
