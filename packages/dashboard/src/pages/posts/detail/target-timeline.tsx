import { Group, Text, Timeline } from '@mantine/core'
import type { Post, Target } from '@postern/sdk'
import { CalendarClock, Check, Clock, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { When } from '../../../parts/when.tsx'
import { detailMessages } from '../parts/detail-messages.ts'
import { errorMessages } from './error-messages.ts'

type Step = { key: string; icon: typeof Check; color: string; title: ReactNode; text?: ReactNode }
type Props = { post: Post; target: Target }

/** What happened on an account, oldest first, and what is next. The API keeps the last error only. */
export function TargetTimeline({ post, target }: Props) {
  const steps = useSteps(post, target)
  if (steps.length === 0) return null
  return (
    <Timeline
      bulletSize={18}
      lineWidth={2}
      active={steps.length - 1}
      // The gap between items, which has no property of its own.
      style={{ '--mantine-spacing-xl': '10px' }}
      styles={{ itemTitle: { marginBottom: 0 } }}
    >
      {steps.map(({ key, icon: Icon, color, title, text }) => (
        <Timeline.Item
          key={key}
          color={color}
          bullet={<Icon size={11} aria-hidden />}
          title={
            <Group gap="2px 8px" fz="sm">
              {title}
            </Group>
          }
        >
          {text}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

function useSteps(post: Post, target: Target): Step[] {
  const t = useMessages(detailMessages)
  const te = useMessages(errorMessages)
  const { status, attempts, error, next_attempt_at, published_at, deleted_at, failed_at } = target
  const attempt = t('attemptOf', { count: attempts, max: LIMITS.post.attemptsMax })
  const steps: Step[] = []
  const add = (
    key: string,
    icon: Step['icon'],
    color: string,
    title: ReactNode,
    text?: ReactNode,
  ) => steps.push({ key, icon, color, title, text })

  if (isTimeShown(post, target)) {
    const label = t(status === 'draft' ? 'plannedFor' : 'scheduledFor')
    add('scheduled', CalendarClock, 'gray', timed(label, target.scheduled_at))
  }
  if (error && status === 'scheduled') {
    const details = [attempts > 0 ? attempt : '', error.message].filter(Boolean).join(' · ')
    add('error', X, 'orange', te(error.code), <Details text={details} />)
    if (next_attempt_at) add('next', Clock, 'gray', timed(t('nextAttempt'), next_attempt_at))
  }
  if (status === 'publishing' && attempts > 0) add('publishing', Clock, 'gray', attempt)
  if (failed_at) {
    const details = attempts > 0 ? <Details text={t('attempts', { count: attempts })} /> : null
    add('failed', X, 'red', timed(t('failedAt'), failed_at), details)
  }
  if (published_at) {
    add('published', Check, 'teal', timed(t('publishedAt'), published_at))
  }
  if (deleted_at) add('deleted', Trash2, 'gray', timed(t('deletedAt'), deleted_at))
  return steps
}

/** Until the first attempt the line below the title says when, unless the account has its own time. */
function isTimeShown(post: Post, { scheduled_at, status, attempts }: Target): boolean {
  if (scheduled_at === null || post.mode === 'now' || status === 'canceled') return false
  return attempts > 0 || status === 'published' || scheduled_at !== post.scheduled_at
}

function timed(label: string, at: string | null): ReactNode {
  return (
    <>
      <span>{label}</span> <When at={at} day="sentence" c="dimmed" fw={400} />
    </>
  )
}

function Details({ text }: { text: string }) {
  return (
    <Text size="xs" c="dimmed" className="untrusted">
      {text}
    </Text>
  )
}
