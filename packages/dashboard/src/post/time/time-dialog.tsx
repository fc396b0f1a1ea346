import { Modal, Text } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { shownInForm } from '../../parts/form-error.tsx'
import { isPast, toInstant, toLocal } from '../../parts/local-time.ts'
import { detailMessages } from '../detail-messages.ts'
import { ContentProblems } from '../findings/content-problems.tsx'
import { findingsIn } from '../findings/findings.ts'
import { useDraftProblems } from '../findings/use-draft-problems.ts'
import { postMessages } from '../messages.ts'
import { hasOwnTimes } from './reschedule.ts'
import { useReschedule } from './use-reschedule.ts'

/** Reschedules a post or schedules a draft; the keyboard alternative to dragging in the calendar. */
export function TimeDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useMessages(detailMessages)
  const tp = useMessages(postMessages)
  const reschedule = useReschedule(shownInForm)
  const isDraft = post.mode === 'draft'
  const draftProblems = useDraftProblems(post)
  const rejectionsOf = (error: Error | null) =>
    findingsIn(
      error,
      post.targets.map(({ account_id }) => account_id),
    )
  const form = useForm({
    initialValues: { scheduled_at: post.scheduled_at ? toLocal(post.scheduled_at) : '' },
    send: ({ scheduled_at }) =>
      reschedule.mutateAsync({ post, at: toInstant(scheduled_at)!, schedules: isDraft }),
    topics: [],
    onSuccess: onClose,
    onError: (error) => rejectionsOf(error).length > 0 && {},
  })
  const { scheduled_at: at } = form.values
  const isWrong = toInstant(at) === null || isPast(at)
  const rejections = rejectionsOf(form.failure?.error ?? null)
  return (
    <Modal opened onClose={onClose} title={isDraft ? t('scheduleDraft') : tp('reschedule')}>
      <Form
        form={form}
        action={isDraft ? tp('schedule') : t('save')}
        isDisabled={isWrong || draftProblems.length > 0}
        onCancel={onClose}
      >
        <ContentProblems
          post={post}
          problems={rejections.length > 0 ? rejections : draftProblems}
        />
        {isDraft && <Text size="sm">{t('scheduleText', { count: post.targets.length })}</Text>}
        {hasOwnTimes(post) && <Text size="sm">{t('rescheduleText')}</Text>}
        <DateTimeField label={tp('time')} required isFirst {...form.field('scheduled_at')} />
      </Form>
    </Modal>
  )
}
