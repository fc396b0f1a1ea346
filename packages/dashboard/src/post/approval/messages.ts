import type en from '../../messages/en/approval.json'
import { defineMessages } from '../../messages/messages.ts'

export const approvalMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/approval.json', { eager: true, import: 'default' }),
)
