import type en from '../../../messages/en/composer-options.json'
import { defineMessages } from '../../../messages/messages.ts'

/** What the fields for options say; the names of the options come with the platforms. */
export const optionMessages = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/composer-options.json', { eager: true, import: 'default' }),
)
