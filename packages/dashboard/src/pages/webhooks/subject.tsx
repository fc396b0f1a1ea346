import { Anchor, Stack, Text } from '@mantine/core'
import type { WebhookDelivery } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../messages/messages.ts'
import { deliveryMessages } from './delivery-messages.ts'

type Subject = NonNullable<WebhookDelivery['subject']>

/** What a delivery is about: its text as data, and what it is. */
export function SubjectText({ subject }: { subject: Subject | null }) {
  const t = useMessages(deliveryMessages)
  if (!subject) return <Dimmed>{t('deletedSubject')}</Dimmed>
  const { type, text } = subject
  if (!text) return <Dimmed>{t(`type_${type}`)}</Dimmed>
  return (
    <Stack gap={0} miw={0}>
      <Text size="sm" className="untrusted" dir="auto" lineClamp={1}>
        {type === 'account' ? `@${text}` : text}
      </Text>
      <Dimmed>{t(`type_${type}`)}</Dimmed>
    </Stack>
  )
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )
}

/** The subject with a link to its page. */
export function SubjectLink({ subject }: { subject: Subject | null }) {
  const t = useMessages(deliveryMessages)
  if (!subject) return <Text size="sm">{t('deletedSubject')}</Text>
  const { id, type, text } = subject
  const label = text ?? t(`type_${type}`)
  const place = placeOf(type, id)
  return (
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
  )
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
