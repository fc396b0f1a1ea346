import type en from '../../messages/en/composer.json'
import { defineMessages } from '../../messages/messages.ts'

export const composerWords = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/composer.json', { eager: true, import: 'default' }),
)
