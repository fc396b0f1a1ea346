import { Anchor, Stack, Text } from '@mantine/core'
import type { PlatformValue, WebhookDelivery } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../messages/messages.ts'
import { platformName } from '../../parts/platform-mark.tsx'
import { useAccountOf } from '../../session/use-accounts.ts'
import { deliveryMessages } from './delivery-messages.ts'

type Subject = NonNullable<WebhookDelivery['subject']>
type Props = { delivery: WebhookDelivery }

/** What a delivery is about: its text as data, then what it is and on which account. */
export function SubjectText({ delivery }: Props) {
  const t = useMessages(deliveryMessages)
  const account = useAccountText(delivery)
  const { subject, test } = delivery
  if (test) return <Text size="sm">{t('sample')}</Text>
  if (!subject) return <Dimmed>{t('deletedSubject')}</Dimmed>
  const { type, text } = subject
  const kind = [t(`type_${type}`), account].filter(Boolean).join(' · ')
  if (!text) return <Dimmed>{kind}</Dimmed>
  return (
    <Stack gap={0} miw={0}>
      <Text size="sm" className="untrusted" dir="auto" lineClamp={1}>
        {type === 'account' ? `@${text}` : text}
      </Text>
      <Dimmed>{kind}</Dimmed>
    </Stack>
  )
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed" className="untrusted">
      {children}
    </Text>
  )
}

/** The subject with a link to its page, and its account. */
export function SubjectLink({ delivery }: Props) {
  const t = useMessages(deliveryMessages)
  const account = useAccountText(delivery)
  const { subject, test } = delivery
  if (test) return <Text size="sm">{t('sample')}</Text>
  if (!subject) return <Text size="sm">{t('deletedSubject')}</Text>
  const { id, type, text } = subject
  const label = text ?? t(`type_${type}`)
  const place = placeOf(type, id)
  return (
    <Stack gap={0} miw={0}>
      <Anchor
        component={Link}
        to={place.to}
        search={(place.search ?? {}) as never}
        size="sm"
        className="untrusted"
        dir="auto"
        lineClamp={2}
      >
        {type === 'account' ? `@${label}` : label}
      </Anchor>
      {account && <Dimmed>{account}</Dimmed>}
    </Stack>
  )
}

type EventData = {
  platform?: PlatformValue
  account_id?: string
  account?: { platform: PlatformValue }
}

/** `Instagram · cafe.aurora`: a post has an event for each account. Empty if it is about none. */
function useAccountText({ request, subject }: WebhookDelivery): string {
  const accountOf = useAccountOf()
  if (!request.body || !subject) return ''
  const { data } = JSON.parse(request.body) as { data: EventData }
  const platform = data.platform ?? data.account?.platform
  const username = data.account_id && accountOf(data.account_id)?.username
  return [platform && platformName(platform), username].filter(Boolean).join(' · ')
}

function placeOf(type: Subject['type'], id: string): { to: string; search?: object } {
  switch (type) {
    case 'post':
      return { to: `/posts/${id}` }
    case 'comment':
      return { to: '/inbox', search: { status: 'all', comment: id } }
    case 'account':
      return { to: `/accounts/${id}` }
    case 'profile':
      return { to: `/profiles/${id}` }
    case 'webhook_endpoint':
      return { to: `/webhooks/${id}` }
  }
}
