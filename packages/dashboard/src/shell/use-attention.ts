import type { ProfileStatistics } from '@postern/sdk'
import { useAllItems } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'

/** What a profile's failed posts and expired accounts are in words; `null` if there are none. */
export function useAttention(isEnabled: boolean): (profileId: string) => string | null {
  const t = useMessages(shellMessages)
  const { data = [] } = useAllItems(
    'statistics',
    'attention',
    (client) => client.profiles.listStatistics({ limit: 100 }),
    { scope: 'all', enabled: isEnabled },
  )
  const parts = ({ failed_posts: failed, expired_accounts: expired }: ProfileStatistics) => [
    ...(failed > 0 ? [t('failedCount', { count: failed })] : []),
    ...(expired > 0 ? [t('expiredCount', { count: expired })] : []),
  ]
  return (id) => {
    const found = data.find(({ profile_id }) => profile_id === id)
    return (found && parts(found).join(', ')) || null
  }
}
