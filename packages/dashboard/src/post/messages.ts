import type en from '../messages/en/posts.json'
import { defineMessages } from '../messages/messages.ts'

/** Messages that several pages about posts share. */
export const postMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/posts.json', { eager: true, import: 'default' }),
)
