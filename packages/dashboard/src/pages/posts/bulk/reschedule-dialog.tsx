import { Group, Modal, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../messages/messages.ts'
import { DateTimeField } from '../../../parts/date-time-field.tsx'
import { formatDayTime } from '../../../parts/day-time.ts'
import { Form, useForm } from '../../../parts/form.tsx'
import { presetTimes, toInstant } from '../../../parts/local-time.ts'
import { bulkMessages } from './messages.ts'
import { type Move, shiftedBy, startingAt, type Unit, units } from './new-times.ts'

const amountMax = 999

type Props = {
  /** Posts that have a time and can still be changed. */
  posts: readonly Post[]
  selectedCount: number
  onClose: () => void
  onSave: (moves: Move[]) => void
}

/** Moves several posts by the same amount, or lets the first begin at a time. */
export function RescheduleDialog({ posts, selectedCount, onClose, onSave }: Props) {
  const t = useMessages(bulkMessages)
  const form = useForm({
    initialValues: {
      kind: 'shift' as 'shift' | 'start',
      shift: { amount: 1, unit: 'day', direction: 'later' } as Shift,
      start: presetTimes()[0]!.at,
    },
    send: async (values) => onSave(movesOf(posts, values)),
    topics: [],
  })
  const moves = movesOf(posts, form.values)
  const pastCount = moves.filter(({ at }) => Date.parse(at) <= Date.now()).length
  const count = posts.length
  return (
    <Modal opened onClose={onClose} title={t('rescheduleTitle', { count })}>
      <Form
        form={form}
        action={t('reschedule')}
        isDisabled={moves.length === 0 || pastCount > 0}
        onCancel={onClose}
      >
        {count < selectedCount && (
          <Text size="sm" c="dimmed">
            {t('appliesScheduled', { count, total: selectedCount })}
          </Text>
        )}
        <SegmentedControl
          fullWidth
          aria-label={t('reschedule')}
          data={(['shift', 'start'] as const).map((value) => ({ value, label: t(value) }))}
          value={form.values.kind}
          onChange={(kind) => form.set({ kind })}
        />
        {form.values.kind === 'shift' ? (
          <ShiftFields shift={form.values.shift} onChange={(shift) => form.set({ shift })} />
        ) : (
          <>
            <DateTimeField label={t('startLabel')} required {...form.field('start')} />
            {count > 1 && <Text size="sm">{t('startHint')}</Text>}
          </>
        )}
        <Outcome moves={moves} pastCount={pastCount} />
      </Form>
    </Modal>
  )
}

type Shift = { amount: number; unit: Unit; direction: 'later' | 'earlier' }

/** No moves while an input is incomplete. */
function movesOf(
  posts: readonly Post[],
  { kind, shift, start }: { kind: 'shift' | 'start'; shift: Shift; start: string },
): Move[] {
  if (kind === 'shift') {
    const { amount, unit, direction } = shift
    return amount > 0 ? shiftedBy(posts, direction === 'later' ? amount : -amount, unit) : []
  }
  const at = toInstant(start)
  return at ? startingAt(posts, at) : []
}

function ShiftFields({ shift, onChange }: { shift: Shift; onChange: (shift: Shift) => void }) {
  const t = useMessages(bulkMessages)
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <NumberInput
          label={t('amount')}
          data-autofocus
          w={90}
          min={1}
          max={amountMax}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={shift.amount || ''}
          onChange={(amount) => onChange({ ...shift, amount: Number(amount) })}
        />
        <SegmentedControl
          flex={1}
          aria-label={t('direction')}
          value={shift.direction}
          onChange={(direction) =>
            onChange({ ...shift, direction: direction as 'later' | 'earlier' })
          }
          data={(['later', 'earlier'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </Group>
      <SegmentedControl
        fullWidth
        aria-label={t('unit')}
        value={shift.unit}
        onChange={(unit) => onChange({ ...shift, unit: unit as Unit })}
        data={units.map((value) => ({ value, label: t(value) }))}
      />
    </Stack>
  )
}

/** What happens to the first post, or that posts would be in the past. Its height is reserved. */
function Outcome({ moves, pastCount }: { moves: readonly Move[]; pastCount: number }) {
  const t = useMessages(bulkMessages)
  const { i18n } = useTranslation()
  const first = moves.toSorted((a, b) => a.at.localeCompare(b.at))[0]
  const format = (at: string | null | undefined) => (at ? formatDayTime(at, i18n.language) : '')
  const isWrong = pastCount > 0
  return (
    <Text size="sm" mih={22} role="status" c={isWrong ? 'var(--mantine-color-error)' : 'bright'}>
      {isWrong
        ? t('past', { count: pastCount })
        : first && t('firstMoves', { from: format(first.post.scheduled_at), to: format(first.at) })}
    </Text>
  )
}
