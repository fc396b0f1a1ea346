import type actions from '../../messages/en/audit-actions.json'
import type attempts from '../../messages/en/audit-attempts.json'
import type en from '../../messages/en/audit-log.json'
import { defineMessages } from '../../messages/messages.ts'

export const auditMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/audit-log.json', { eager: true, import: 'default' }),
)

/** What each action that failed says after the name of its actor. */
export const attemptMessages = defineMessages<typeof attempts>(
  import.meta.glob('../../messages/*/audit-attempts.json', { eager: true, import: 'default' }),
)

/** What each action says after the name of its actor; `<r/>` is the resource, `<p/>` its profile. */
export const actionMessages = defineMessages<typeof actions>(
  import.meta.glob('../../messages/*/audit-actions.json', { eager: true, import: 'default' }),
)
