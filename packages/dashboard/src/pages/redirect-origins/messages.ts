import type en from '../../messages/en/origins.json'
import { defineMessages } from '../../messages/messages.ts'

export const originMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/origins.json', { eager: true, import: 'default' }),
)
