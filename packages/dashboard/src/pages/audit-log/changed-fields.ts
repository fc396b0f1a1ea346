import type { AuditEntry } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { auditMessages } from './messages.ts'

/** The changed fields of an update as a text, such as `text, time`; `null` without any. */
export function useChangedFields(): (entry: AuditEntry) => string | null {
  const t = useMessages(auditMessages)
  const { i18n } = useTranslation()
  const nameOf = (field: string): string => {
    const key = `field_${field}`
    return i18n.exists(key, { ns: auditMessages.namespace }) ? t(key as 'field_text') : field
  }
  return ({ changed_fields: fields }) =>
    fields.length > 0
      ? new Intl.ListFormat(i18n.language, { type: 'unit' }).format(fields.map(nameOf))
      : null
}
