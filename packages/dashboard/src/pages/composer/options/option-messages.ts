import type en from '../../../messages/en/composer-options.json'
import { defineMessages } from '../../../messages/messages.ts'

/** Messages of the option fields. The labels of the options are part of the platform data. */
export const optionMessages = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/composer-options.json', { eager: true, import: 'default' }),
)
