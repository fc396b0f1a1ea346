import { Alert, Divider, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { AccountListItem } from '@postern/sdk'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { DataState } from '../parts/data-state.tsx'
import { accountHandle } from '../parts/visible-name.ts'
import { useAccountOf } from '../session/use-accounts.ts'
import { MissingBrandName } from './brand-name.tsx'
import type { Created } from './create.ts'
import { InvitationStatus, usePolledInvitation } from './invitation-status.tsx'
import { LinkAddress } from './link-address.tsx'
import { LinkMessage } from './link-message.tsx'
import { LinkStatus, usePolledLink } from './link-status.tsx'
import { linkMessages } from './messages.ts'
import { useBrandName } from './use-brand-settings.ts'
import { useMissingPermissions } from './use-missing-permissions.ts'

/** The dialog keeps the scroll position of the form, which may be longer. */
const showTop = (view: HTMLElement | null) => view?.closest('[role=dialog]')?.scrollTo({ top: 0 })

/** A new link or invitation with its URL, QR code, a message to send, and its live status. */
export function CreatedLinkView({ created }: { created: Created }) {
  const { made, account } = created
  const isLink = made.object === 'connect_link'
  const link = usePolledLink(made.id, isLink)
  const invitation = usePolledInvitation(made.id, !isLink)
  const isOpen = isLink
    ? !link.data || link.data.status === 'valid'
    : !invitation.data || invitation.data.status === 'open'
  const isReconnected =
    account !== undefined &&
    (link.data?.status === 'used' || (invitation.data?.account_ids.length ?? 0) > 0)
  return (
    <Stack ref={showTop}>
      {isReconnected && <Reconnected account={account} />}
      {isOpen && !isReconnected && <ToSend created={created} />}
      {!isReconnected && isLink && (
        <DataState query={link} rows={2}>
          {(data) => <LinkStatus link={data} />}
        </DataState>
      )}
      {!isReconnected && !isLink && (
        <DataState query={invitation} rows={2}>
          {(data) => <InvitationStatus invitation={data} />}
        </DataState>
      )}
    </Stack>
  )
}

/** On a phone the message of an invitation comes first; on the spot it is the code to scan. */
function ToSend({ created }: { created: Created }) {
  const brandName = useBrandName()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { made } = created
  const isMessageFirst = isNarrow && made.object === 'invitation'
  const message = <LinkMessage created={created} isPhone={isNarrow} />
  return (
    <>
      {!created.brandName && brandName === null && <MissingBrandName />}
      {isMessageFirst && message}
      <LinkAddress
        url={made.url}
        isFolded={isMessageFirst}
        isOnTheSpot={made.object === 'connect_link'}
      />
      {!isMessageFirst && message}
      <Divider />
    </>
  )
}

/** Says that the account is connected again, and which permissions it still lacks. */
function Reconnected({ account: before }: { account: AccountListItem }) {
  const t = useMessages(linkMessages)
  const account = useAccountOf()(before.id)
  const missingOf = useMissingPermissions()
  const name = accountHandle(before)
  // Until the new state is loaded, the permissions are those of the time before.
  const isLoaded = account && account.connected_at > before.connected_at
  const permissions = isLoaded ? missingOf(account) : null
  return permissions ? (
    <Alert variant="light" color="yellow" icon={<TriangleAlert aria-hidden />} role="status">
      {t('connectedWithout', { name, permissions })}
    </Alert>
  ) : (
    <Alert variant="light" color="teal" icon={<CircleCheck aria-hidden />} role="status">
      {t('connectedAgain', { name })}
    </Alert>
  )
}
