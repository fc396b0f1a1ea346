import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx'
import { shownInForm } from '../../parts/form-error.tsx'
import { isPast, toInstant, toLocal } from '../../parts/local-time.ts'
import { commonMessages } from '../../parts/messages.ts'
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
  const tw = useMessages(commonMessages)
  const [at, setAt] = useState(post.scheduled_at ? toLocal(post.scheduled_at) : '')
  const reschedule = useReschedule(shownInForm)
  const isDraft = post.mode === 'draft'
  const instant = toInstant(at)
  const isWrong = instant === null || isPast(at)
  const draftProblems = useDraftProblems(post)
  const accountIds = post.targets.map(({ account_id }) => account_id)
  const rejections = findingsIn(reschedule.error, accountIds)
  const error = fieldError(reschedule.error, 'scheduled_at')
  return (
    <Modal opened onClose={onClose} title={isDraft ? t('scheduleDraft') : tp('reschedule')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isWrong) return
          reschedule.mutate({ post, at: instant, schedules: isDraft }, { onSuccess: onClose })
        }}
      >
        <Stack>
          <ContentProblems
            post={post}
            problems={rejections.length > 0 ? rejections : draftProblems}
          />
          {isDraft && <Text size="sm">{t('scheduleText', { count: post.targets.length })}</Text>}
          {hasOwnTimes(post) && <Text size="sm">{t('rescheduleText')}</Text>}
          <DateTimeField
            label={tp('time')}
            value={at}
            required
            isFirst
            error={error}
            onChange={setAt}
          />
          {reschedule.error && error === null && rejections.length === 0 && (
            <ErrorNotice error={reschedule.error} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {tw('cancel')}
            </Button>
            <Button
              type="submit"
              loading={reschedule.isPending}
              disabled={isWrong || draftProblems.length > 0}
            >
              {isDraft ? tp('schedule') : t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
