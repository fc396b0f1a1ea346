import type secondFactor from '../messages/en/second-factor.json'
import type en from '../messages/en/session.json'
import { defineMessages } from '../messages/messages.ts'

export const sessionMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/session.json', { eager: true, import: 'default' }),
)

export const secondFactorMessages = defineMessages<typeof secondFactor>(
  import.meta.glob('../messages/*/second-factor.json', { eager: true, import: 'default' }),
)
