import type en from './en/api.json'
import { defineMessages } from './messages.ts'

/**
 * What the codes of the API mean to somebody at this page. The API writes its sentences for
 * developers, in English: other languages have a sentence for every code, English for those that
 * name parts of a request. A key is a code of a failure, or, for one field, `details.<code>`; what
 * says more stands before: `details.<field>.<code>`, `details.<code>.<format>`.
 */
export const apiMessages = defineMessages<typeof en>(
  import.meta.glob('./*/api.json', { eager: true, import: 'default' }),
)
