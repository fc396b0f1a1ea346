import type en from '../messages/en/second-factor.json'
import { defineMessages } from '../messages/messages.ts'

export const secondFactorMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/second-factor.json', { eager: true, import: 'default' }),
)
