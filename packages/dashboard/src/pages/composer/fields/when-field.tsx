import { Input, SegmentedControl, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { DateTimeField } from '../../../parts/date-time-field.tsx'
import { nextHourLocal } from '../../../parts/local-time.ts'
import { useMay } from '../../../session/use-session.ts'
import type { Composition, When } from '../composition.ts'
import { composerMessages } from '../messages.ts'

type Props = {
  composition: Composition
  error: string | null
  onChange: (change: Pick<Composition, 'when' | 'at'>) => void
}

/** Height of the sticky save bar including its margin, in px. */
const barHeight = 96
const choices: readonly When[] = ['now', 'schedule', 'draft']

/** The publishing time: now, a local time, or none (a draft). */
export function WhenField({ composition: { when, at }, error, onChange }: Props) {
  const t = useMessages(composerMessages)
  const canPublish = useMay('posts:write')
  const container = useRef<HTMLDivElement>(null)
  const choose = (next: When) => {
    onChange({ when: next, at: next === 'schedule' && !at ? nextHourLocal() : at })
    // Otherwise the sticky save bar covers the time field.
    setTimeout(() => container.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <Stack gap="sm" ref={container} style={{ scrollMarginBottom: barHeight }}>
      <Input.Wrapper label={t('when')} labelElement="div">
        {!canPublish && (
          <Text size="sm" c="dimmed">
            {t('draftOnly')}
          </Text>
        )}
        {canPublish && (
          <SegmentedControl
            fullWidth
            mt={4}
            aria-label={t('when')}
            value={when}
            onChange={(value) => choose(value as When)}
            data={choices.map((value) => ({ value, label: t(value) }))}
          />
        )}
      </Input.Wrapper>
      {when !== 'now' && (
        <DateTimeField
          label={t(when === 'draft' ? 'atOptional' : 'at')}
          value={at}
          required={when === 'schedule'}
          error={error}
          onChange={(value) => onChange({ when, at: value })}
        />
      )}
    </Stack>
  )
}
