import type en from '../../../messages/en/post-errors.json'
import { defineMessages } from '../../../messages/messages.ts'

/** What each error code of a target means, and (with `_do`) what to do about it. */
export const errorMessages = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/post-errors.json', { eager: true, import: 'default' }),
)
