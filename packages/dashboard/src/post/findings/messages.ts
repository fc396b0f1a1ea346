import type en from '../../messages/en/composer-findings.json'
import { defineMessages } from '../../messages/messages.ts'

/**
 * Messages by the API's error code; other codes show the API's message. A code that several rules
 * share has more specific keys: `<code>.<reason>` (format of a value) and `<code>.<field>`.
 * Messages of option rules are part of the platform data. `kind_…` translates limits and values.
 */
export const findingMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/composer-findings.json', { eager: true, import: 'default' }),
)
