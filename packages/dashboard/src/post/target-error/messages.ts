import type en from '../../messages/en/post-errors.json'
import { defineMessages } from '../../messages/messages.ts'

/** Messages by target error code; `<code>_do` is the advice. */
export const errorMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/post-errors.json', { eager: true, import: 'default' }),
)
