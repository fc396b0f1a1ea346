import { Select, Text } from '@mantine/core'
import type { Post, Slot } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { excerptOf } from '../../post/post-state.ts'
import { queueMessages } from '../../post/queue/messages.ts'
import { formatSlot } from './slot-time.ts'

const labelChars = 40

type Props = {
  /** The place of the post among the queued ones. */
  index: number
  queued: readonly Slot[]
  postOf: (id: string) => Post | undefined
  onMove: (to: number) => void
  onClose: () => void
}

/** Chooses the slot that a queued post moves to, among those of the next posts. */
export function MoveDialog({ index, queued, postOf, onMove, onClose }: Props) {
  const t = useMessages(queueMessages)
  const { i18n } = useTranslation()
  const form = useForm({
    initialValues: { to: null as string | null },
    send: async ({ to }) => onMove(Number(to)),
    topics: [],
  })
  const first = Math.max(0, index - LIMITS.page.max + 1)
  const options = queued.slice(first, index + LIMITS.page.max).flatMap((slot, at) => {
    const place = first + at
    if (place === index) return []
    const post = postOf(slot.post_id!)
    const text = (post && excerptOf(post).slice(0, labelChars)) || t('untitled')
    return [{ value: String(place), label: `${formatSlot(slot.slot_at, i18n.language)} · ${text}` }]
  })
  return (
    <FormDialog opened onClose={onClose} title={t('moveTitle')}>
      <Form form={form} action={t('move')} isDisabled={form.values.to === null} onCancel={onClose}>
        <Text size="sm" c="dimmed">
          {t('moveText')}
        </Text>
        <Select
          label={t('slot')}
          {...form.field('to')}
          data={options}
          allowDeselect={false}
          data-autofocus
        />
      </Form>
    </FormDialog>
  )
}
