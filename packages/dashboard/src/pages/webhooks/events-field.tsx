import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import type { WebhookEventType } from '@postern/sdk'
import { webhookEventTypes } from '@postern/sdk/contract'
import type { Ref } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useEventDescription } from './event-messages.ts'
import { formMessages } from './form-messages.ts'

/** All events, or a selection. */
export type EventChoice = { all: boolean; events: WebhookEventType[] }

type Props = {
  values: EventChoice
  change: (next: Partial<EventChoice>) => void
  /** The form was submitted, so an empty selection is an error. */
  isChecked: boolean
  fieldRef: Ref<HTMLDivElement>
}

/** The events that an endpoint receives. */
export function EventsField({ values, change, isChecked, fieldRef }: Props) {
  const t = useMessages(formMessages)
  return (
    <Radio.Group
      ref={fieldRef}
      label={t('events')}
      value={values.all ? 'all' : 'some'}
      onChange={(value) => change({ all: value === 'all' })}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="all" label={t('all')} />
        <Radio value="some" label={t('some')} />
        {!values.all && (
          <Stack gap="sm" ps="xl">
            <Selection events={values.events} change={change} isChecked={isChecked} />
          </Stack>
        )}
      </Stack>
    </Radio.Group>
  )
}

/** Scrolls the field into view with its error, and focuses the first event. */
export function showFirstEvent(field: HTMLDivElement | null): void {
  field?.querySelector<HTMLElement>('[type=checkbox]')?.focus({ preventScroll: true })
  field?.scrollIntoView()
}

type SelectionProps = { events: WebhookEventType[] } & Pick<Props, 'change' | 'isChecked'>

function Selection({ events, change, isChecked }: SelectionProps) {
  const t = useMessages(formMessages)
  const describe = useEventDescription()
  const isEmpty = events.length === 0
  const isWhole = events.length === webhookEventTypes.length
  return (
    <>
      <Group gap="xs">
        <Text
          size="sm"
          c={isEmpty && isChecked ? 'var(--mantine-color-error)' : 'dimmed'}
          role={isEmpty && isChecked ? 'alert' : undefined}
        >
          {isEmpty
            ? t('chooseOne')
            : t('chosen', { count: events.length, max: webhookEventTypes.length })}
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
      <Checkbox.Group
        aria-label={t('events')}
        value={events}
        onChange={(next) => change({ events: next as WebhookEventType[] })}
      >
        <Stack gap="sm">
          {webhookEventTypes.map((type) => (
            <Checkbox key={type} value={type} label={type} description={describe(type)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}
