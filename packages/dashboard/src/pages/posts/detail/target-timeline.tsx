import { Group, Text, Timeline } from '@mantine/core'
import type { Target } from '@postern/sdk'
import { Check, Clock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { When } from '../../../parts/when.tsx'
import { detailMessages } from '../../../post/detail-messages.ts'
import { isFailed } from '../../../post/post-state.ts'
import { errorMessages } from '../../../post/target-error/messages.ts'
import { TargetErrorText } from '../../../post/target-error/target-error-text.tsx'

type Step = { key: string; icon: typeof Check; color: string; title: ReactNode; text?: ReactNode }

/**
 * What happened before the status of the card, oldest first, and what is next. The API keeps the
 * last error only.
 */
export function TargetTimeline({ target }: { target: Target }) {
  const steps = useSteps(target)
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

function useSteps(target: Target): Step[] {
  const t = useMessages(detailMessages)
  const te = useMessages(errorMessages)
  const { status, attempts, error, next_attempt_at, published_at, deleted_at } = target
  const attempt = t('attemptOf', { count: attempts, max: LIMITS.post.attemptsMax })
  const steps: Step[] = []
  const add = (
    key: string,
    icon: Step['icon'],
    color: string,
    title: ReactNode,
    text?: ReactNode,
  ) => steps.push({ key, icon, color, title, text })

  if (error && status === 'scheduled') {
    add(
      'error',
      X,
      'orange',
      te(error.code),
      <>
        {attempts > 0 && (
          <Text size="xs" c="dimmed">
            {attempt}
          </Text>
        )}
        <TargetErrorText error={error} platform={target.platform} />
      </>,
    )
    if (next_attempt_at) add('next', Clock, 'gray', timed(t('nextAttempt'), next_attempt_at))
  }
  if (status === 'publishing' && attempts > 0) add('publishing', Clock, 'gray', attempt)
  if (isFailed(target) && attempts > 0) {
    add('failed', X, 'red', t('attempts', { count: attempts }))
  }
  if (deleted_at) add('published', Check, 'teal', timed(t('publishedAt'), published_at))
  return steps
}

function timed(label: string, at: string | null): ReactNode {
  return (
    <>
      <span>{label}</span> <When at={at} day="sentence" c="dimmed" fw={400} />
    </>
  )
}
