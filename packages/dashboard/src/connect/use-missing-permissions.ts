import type { AccountListItem } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { usePermissionName } from '../api/platforms.ts'

/** The permissions that the client did not grant, as one enumeration; `null` if there are none. */
export function useMissingPermissions(): (account: AccountListItem) => string | null {
  const { i18n } = useTranslation()
  const nameOf = usePermissionName()
  return ({ platform, permissions }) => {
    if (permissions.missing.length === 0) return null
    const names = permissions.missing.map((scope) => nameOf(platform, scope))
    return new Intl.ListFormat(i18n.language).format(names)
  }
}
