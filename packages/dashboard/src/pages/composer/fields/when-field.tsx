import { Input, SegmentedControl, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { DateTimeField } from '../../../parts/date-time-field.tsx'
import { presetTimes } from '../../../parts/local-time.ts'
import type { Composition, When } from '../../../post/composition.ts'
import { useMay } from '../../../session/use-session.ts'
import { composerMessages } from '../messages.ts'

type Props = {
  composition: Composition
  error: string | null
  onChange: (change: Partial<Pick<Composition, 'when' | 'at'>>) => void
}

const choices: readonly When[] = ['now', 'schedule', 'queue', 'draft']

/** The publishing time: now, a local time, the next free slot, or none (a draft). */
export function WhenField({ composition: { when, at }, error, onChange }: Props) {
  const t = useMessages(composerMessages)
  const canPublish = useMay('posts:write')
  const field = useRef<HTMLDivElement>(null)
  const choose = (next: When) => {
    onChange({ when: next, at: next === 'schedule' && !at ? (presetTimes()[0]?.at ?? '') : at })
    // The time that appears would be behind the save bar.
    setTimeout(() => field.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <Stack gap="sm" ref={field} className="when-field">
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
      {when === 'draft' && <Input.Label component="div">{t('atOptional')}</Input.Label>}
      {when === 'queue' && (
        <Text size="sm" c="dimmed">
          {t('queueHint')}
        </Text>
      )}
      {(when === 'schedule' || when === 'draft') && (
        <DateTimeField
          label={t(when === 'draft' ? 'atOptional' : 'at')}
          value={at}
          required={when === 'schedule'}
          error={error}
          onChange={(value) => onChange({ at: value })}
        />
      )}
    </Stack>
  )
}
