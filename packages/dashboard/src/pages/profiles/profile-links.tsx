import { Anchor, Text } from '@mantine/core'
import type { ConnectLink, Invitation } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useData } from '../../api/use-data.ts'
import { InvitationBadge } from '../../connect/invitation-status.tsx'
import { attemptText, LinkBadge } from '../../connect/link-status.tsx'
import { linkMessages } from '../../connect/messages.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useAccountOf } from '../../session/use-accounts.ts'
import type { ProfileName } from '../../session/use-profiles.ts'
import { profileMessages } from './messages.ts'
import { Line, Nothing } from './profile-lists.tsx'

const shownMax = 5

/** The newest invitations and links of a profile, and what came of each. */
export function ProfileLinks({ profile }: { profile: ProfileName }) {
  const t = useMessages(profileMessages)
  const query = useData(
    'connect_links',
    ['newest', profile.id],
    async (client) => {
      const { connect } = client.withProfile(profile.id)
      const [invitations, links] = await Promise.all([
        connect.invitations.list({ limit: shownMax }),
        connect.links.list({ limit: 4 * shownMax }),
      ])
      // The links of an invitation are part of its line.
      const single = links.data.filter((link) => link.invitation_id === null)
      return [...invitations.data, ...single]
        .sort((left, right) => right.created_at.localeCompare(left.created_at))
        .slice(0, shownMax)
    },
    { scope: 'all' },
  )
  return (
    <DataState query={query} rows={2}>
      {(items) =>
        items.length === 0 ? (
          <Nothing>{t('noLinks')}</Nothing>
        ) : (
          items.map((item) => <LinkLine key={item.id} item={item} />)
        )
      }
    </DataState>
  )
}

function LinkLine({ item }: { item: Invitation | ConnectLink }) {
  const t = useMessages(linkMessages)
  const accountOf = useAccountOf()
  const isLink = item.object === 'connect_link'
  const account = item.account_id ? accountOf(item.account_id) : undefined
  const title = account
    ? t('reconnects', { name: accountHandle(account) })
    : t(isLink ? 'singleLink' : 'invitation')
  const badge = isLink ? <LinkBadge status={item.status} /> : <InvitationBadge invitation={item} />
  return (
    <Line end={badge}>
      <Anchor
        component={Link}
        to="/connect-links"
        search={{ [isLink ? 'link' : 'invitation']: item.id } as never}
        size="sm"
        className="untrusted"
      >
        {title}
      </Anchor>
      <Text size="xs" c="dimmed" className="untrusted">
        <Result item={item} /> · {t('createdAt')} <When at={item.created_at} day="sentence" />
      </Text>
    </Line>
  )
}

/** The connected accounts, or else the client's last step. */
function Result({ item }: { item: Invitation | ConnectLink }) {
  const t = useMessages(linkMessages)
  const accountOf = useAccountOf()
  const names = (item.account_ids ?? []).flatMap((id) => {
    const account = accountOf(id)
    return account ? [accountHandle(account)] : []
  })
  if (names.length > 0) return names.join(', ')
  const last = item.object === 'connect_link' ? item.attempts.at(-1) : undefined
  if (last) return attemptText(last, t)
  return t(item.object === 'invitation' && item.last_opened_at ? 'started' : 'notUsedYet')
}
