import { Button, Group, Loader, Paper, Text } from '@mantine/core'
import { CalendarClock, CircleCheck, Save, Send } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import type { When } from './composition.ts'
import { composerMessages } from './messages.ts'
import type { SaveBlocker } from './save-blocker.ts'
import type { Validation } from './use-validation.ts'

type Props = {
  when: When
  /** Shown after the first attempt to save. */
  blocker: SaveBlocker | null
  hasTargets: boolean
  validation: Validation
  isPending: boolean
  onSave: () => void
}

const buttons = {
  now: { labelKey: 'doNow', icon: Send },
  schedule: { labelKey: 'doSchedule', icon: CalendarClock },
  draft: { labelKey: 'doDraft', icon: Save },
} as const

/** The sticky bar with the save button and the reason why it cannot save. */
export function SaveBar({ when, blocker, hasTargets, validation, isPending, onSave }: Props) {
  const t = useMessages(composerMessages)
  const { labelKey, icon: Icon } = buttons[when]
  return (
    <Paper
      withBorder
      shadow="sm"
      p="sm"
      pos="sticky"
      bottom={12}
      style={{ zIndex: 5 }}
      component="footer"
    >
      <Group justify="flex-end" gap="xs">
        <div aria-live="polite" style={{ flex: '1 1 9rem' }}>
          {blocker ? (
            <Text size="sm" c="var(--mantine-color-error)">
              {t(blocker)}
            </Text>
          ) : (
            hasTargets && <ValidationStatus validation={validation} />
          )}
        </div>
        <Button leftSection={<Icon size={16} aria-hidden />} loading={isPending} onClick={onSave}>
          {t(labelKey)}
        </Button>
      </Group>
    </Paper>
  )
}

function ValidationStatus({
  validation: { findings, isCurrent, error },
}: {
  validation: Validation
}) {
  const t = useMessages(composerMessages)
  if (error) return null
  if (!isCurrent) {
    return (
      <Group gap={6} wrap="nowrap">
        <Loader size={14} aria-hidden />
        <Text size="sm" c="dimmed">
          {t('checking')}
        </Text>
      </Group>
    )
  }
  const errors = findings.filter(({ level }) => level === 'error').length
  if (errors > 0) return <Text size="sm">{t('problems', { count: errors })}</Text>
  return (
    <Group gap={6} wrap="nowrap">
      <CircleCheck
        size={16}
        aria-hidden
        color="var(--mantine-color-teal-7)"
        style={{ flexShrink: 0 }}
      />
      <Text size="sm" c="dimmed">
        {t('checked')}
      </Text>
    </Group>
  )
}
