import type en from '../../messages/en/webhook-deliveries.json'
import { defineMessages } from '../../messages/messages.ts'

export const deliveryMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/webhook-deliveries.json', { eager: true, import: 'default' }),
)

type Key = NonNullable<(typeof deliveryMessages)['keys']>
export type DeliveryWords = (key: Key, values?: Record<string, string | number>) => string
