import { Text, type TextProps } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { Change } from '../../parts/change.tsx'
import type { Compared } from './compared-totals.ts'
import { insightsMessages } from './messages.ts'

/** The change in percent, or in words if there is no percentage. */
export function PeriodChange({ total, before, ...text }: Compared & TextProps) {
  const t = useMessages(insightsMessages)
  if (total !== before && before !== 0) {
    return <Change value={(total - before) / Math.abs(before)} percent {...text} />
  }
  return (
    <Text span inherit={text.size === undefined} c="dimmed" {...text}>
      {t(total === before ? 'same' : 'fromZero')}
    </Text>
  )
}
