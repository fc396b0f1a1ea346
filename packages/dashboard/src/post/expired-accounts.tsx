import type { AccountListItem, Post } from '@postern/sdk'
import { useMessages } from '../messages/messages.ts'
import { accountHandle } from '../parts/visible-name.ts'
import { useAccountOf } from '../session/use-accounts.ts'
import { postMessages } from './messages.ts'
import { TroubleLine } from './trouble-line.tsx'

const openStatuses = ['draft', 'scheduled']

/** Finds the accounts that a post cannot be published on until they are reconnected. */
export function useExpiredAccountsOf(): (post: Pick<Post, 'targets'>) => AccountListItem[] {
  const accountOf = useAccountOf()
  return (post) => expiredAccountsOf(post, accountOf)
}

export function expiredAccountsOf(
  { targets }: Pick<Post, 'targets'>,
  accountOf: (id: string) => AccountListItem | undefined,
): AccountListItem[] {
  return targets.flatMap(({ account_id, status }) => {
    const account = openStatuses.includes(status) ? accountOf(account_id) : undefined
    return account && account.status !== 'connected' ? [account] : []
  })
}

/** One line for each account whose access has expired. */
export function ExpiredLines({ accounts }: { accounts: readonly AccountListItem[] }) {
  const t = useMessages(postMessages)
  return accounts.map((account) => (
    <TroubleLine key={account.id}>
      {t('accessExpired', { account: accountHandle(account) })}
    </TroubleLine>
  ))
}
