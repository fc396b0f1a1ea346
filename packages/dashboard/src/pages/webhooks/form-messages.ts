import type en from '../../messages/en/webhook-form.json'
import { defineMessages } from '../../messages/messages.ts'

export const formMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/webhook-form.json', { eager: true, import: 'default' }),
)
