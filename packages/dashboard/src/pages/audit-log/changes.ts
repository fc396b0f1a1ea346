import type { AuditEntry } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant, formatTimeOf } from '../../parts/dates.ts'
import { clockDay } from '../../parts/time-zone.ts'
import { useProfileName } from '../../session/use-profiles.ts'
import { auditMessages } from './messages.ts'

type Change = AuditEntry['changes'][number]
type Value = NonNullable<Change['values']>['before']

/**
 * What an update changed, each change as a text: `text`, or `status: draft → scheduled` if the value
 * is stored. The only lists are those of profiles.
 */
export function useChanges(): (entry: AuditEntry) => string[] {
  const t = useMessages(auditMessages)
  const { i18n } = useTranslation()
  const profileOf = useProfileName()
  const find = (key: string): string | null =>
    i18n.exists(key, { ns: auditMessages.namespace }) ? t(key as 'field_text') : null
  const show = (field: string, value: Value): string => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return t('none')
    if (Array.isArray(value)) return value.map(profileOf).join(', ')
    if (field === 'scheduled_at') return formatInstant(String(value), i18n.language)
    if (field === 'language') return languageName(String(value), i18n.language)
    return find(`value_${field}_${value}`) ?? String(value)
  }
  return ({ changes }) =>
    changes.map(({ field, values }) => {
      const name = find(`field_${field}`) ?? field
      if (!values) return name
      const { before, after } = values
      const end = isSameDay(field, before, after)
        ? formatTimeOf(String(after), i18n.language)
        : show(field, after)
      return `${name}: ${show(field, before)}\u00a0→\u00a0${end}`
    })
}

/** Whether a post keeps its day, which is then not repeated. */
function isSameDay(field: string, before: Value, after: Value): boolean {
  if (field !== 'scheduled_at' || before === null || after === null) return false
  return clockDay(String(before)).isSame(clockDay(String(after)), 'day')
}

function languageName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
}
