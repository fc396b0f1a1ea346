import type en from '../../../messages/en/posts.json'
import { defineMessages } from '../../../messages/messages.ts'

/** Words of posts that several pages say. */
export const postMessages = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/posts.json', { eager: true, import: 'default' }),
)
