import type { AccountListItem, Target } from '@postern/sdk'
import { useMessages } from '../messages/messages.ts'
import { platformName } from '../parts/platform-mark.tsx'
import { useAccounts } from '../session/use-accounts.ts'
import { postMessages } from './messages.ts'

export type AccountSummary = Pick<AccountListItem, 'platform' | 'username' | 'avatar_url'>

/** The account of a target for display: only the platform until the accounts are loaded. */
export function useTargetAccount(): (
  target: Pick<Target, 'account_id' | 'platform'>,
) => AccountSummary {
  const t = useMessages(postMessages)
  const { data } = useAccounts()
  return ({ account_id, platform }) => {
    const account = data?.find(({ id }) => id === account_id)
    const username = data ? t('deletedAccount') : platformName(platform)
    return account ?? { platform, username, avatar_url: null }
  }
}
