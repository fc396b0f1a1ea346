import { Text } from '@mantine/core'
import type { PostingPlan } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { queueMessages } from './messages.ts'
import { timesOf, useDayNames, weekdays } from './weekdays.ts'

/** The weekly times of a plan, a line per weekday, with their time zone. */
export function PlanTimes({ plan }: { plan: PostingPlan }) {
  const t = useMessages(queueMessages)
  const nameOf = useDayNames('short')
  return (
    <>
      {plan.slots.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noTimes')}
        </Text>
      )}
      {weekdays.map(([weekday]) => {
        const times = timesOf(plan, weekday)
        return (
          times && (
            <Text key={weekday} size="sm">
              {nameOf(weekday)} {times}
            </Text>
          )
        )
      })}
      <Text size="sm" c="dimmed">
        {plan.time_zone.replaceAll('_', ' ')}
        {plan.paused && ` · ${t('queuePaused')}`}
      </Text>
    </>
  )
}
