import type en from '../../messages/en/audit-log.json'
import { defineMessages } from '../../messages/messages.ts'

export const auditMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/audit-log.json', { eager: true, import: 'default' }),
)
