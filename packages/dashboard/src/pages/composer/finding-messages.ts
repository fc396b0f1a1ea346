import type en from '../../messages/en/composer-findings.json'
import { defineMessages } from '../../messages/messages.ts'

/**
 * What is wrong with a content, by the code of the API; other codes are told in its own words. A
 * code of many rules has a key for each: `<code>.<reason>` (the form of a value), `<code>.<field>`.
 * Rules of single options come with the platform. `kind_…` are words of the facts.
 */
export const findingMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/composer-findings.json', { eager: true, import: 'default' }),
)
