import type en from '../../messages/en/post-preview.json'
import { defineMessages } from '../../messages/messages.ts'

export const previewMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/post-preview.json', { eager: true, import: 'default' }),
)
