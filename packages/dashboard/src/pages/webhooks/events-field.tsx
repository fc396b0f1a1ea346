import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import type { WebhookEventType } from '@postern/sdk'
import { webhookEventTypes } from '@postern/sdk/contract'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useEventDescription } from './event-messages.ts'
import { formMessages } from './form-messages.ts'

/** All events, or a selection. */
export type EventChoice = { all: boolean; events: WebhookEventType[] }

type Props = {
  values: EventChoice
  change: (next: Partial<EventChoice>) => void
  /** Why the selection cannot be saved. */
  error: ReactNode
}

/** The events that an endpoint receives. */
export function EventsField({ values, change, error }: Props) {
  const t = useMessages(formMessages)
  return (
    <Radio.Group
      label={t('events')}
      value={values.all ? 'all' : 'some'}
      onChange={(value) => change({ all: value === 'all' })}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="all" label={t('all')} />
        <Radio value="some" label={t('some')} />
        {!values.all && (
          <Stack gap="sm" ps="xl">
            <Selection events={values.events} change={change} error={error} />
          </Stack>
        )}
      </Stack>
    </Radio.Group>
  )
}

type SelectionProps = { events: WebhookEventType[] } & Pick<Props, 'change' | 'error'>

function Selection({ events, change, error }: SelectionProps) {
  const t = useMessages(formMessages)
  const describe = useEventDescription()
  const isWhole = events.length === webhookEventTypes.length
  const count = t('chosen', { count: events.length, max: webhookEventTypes.length })
  return (
    <Checkbox.Group
      aria-label={t('events')}
      value={events}
      onChange={(next) => change({ events: next as WebhookEventType[] })}
    >
      <Stack gap="sm">
        <Group gap="xs">
          <Text
            size="sm"
            c={error ? 'var(--mantine-color-error)' : 'dimmed'}
            role={error ? 'alert' : undefined}
          >
            {error || (events.length === 0 ? t('chooseOne') : count)}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            ms="auto"
            onClick={() => change({ events: isWhole ? [] : [...webhookEventTypes] })}
          >
            {t(isWhole ? 'selectNone' : 'selectAll')}
          </Button>
        </Group>
        {webhookEventTypes.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={type}
            description={describe(type)}
            aria-invalid={error ? true : undefined}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
