import type en from '../../messages/en/inbox.json'
import { defineMessages } from '../../messages/messages.ts'

export const inboxMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/inbox.json', { eager: true, import: 'default' }),
)

type Key = NonNullable<(typeof inboxMessages)['keys']>
export type InboxWords = (key: Key, values?: Record<string, string | number>) => string
