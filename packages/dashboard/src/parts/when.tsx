import { Text, type TextProps, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../messages/messages.ts'
import { formatInstant, formatRelative } from './dates.ts'
import { formatDayTime, formatDayTimeInSentence } from './day-time.ts'
import { commonMessages } from './messages.ts'

/** Also opens the tooltip on tap. */
const byHandToo = { hover: true, focus: false, touch: true }

type Props = TextProps & {
  at: string | null | undefined
  /**
   * `exact`: date and time, on request with seconds. `day`: "Today 14:00", "Tomorrow 08:00",
   * "Mon 09:00", "22 Nov, 14:00". `sentence`: the same within a sentence, "today 14:00".
   */
  exact?: boolean | 'seconds'
  day?: boolean | 'sentence'
}

/** Relative, exact or day-based local time; a tooltip shows the exact time on hover or tap. */
export function When({ at, exact = false, day = false, ...text }: Props) {
  const t = useMessages(commonMessages)
  const { i18n } = useTranslation()
  if (!at) {
    return (
      <Text span inherit c="dimmed" {...text}>
        {t('never')}
      </Text>
    )
  }
  const whole = formatInstant(at, i18n.language, exact === 'seconds' ? 'medium' : 'short')
  const formatDay = day === 'sentence' ? formatDayTimeInSentence : formatDayTime
  const short = (day ? formatDay : formatRelative)(at, i18n.language)
  return (
    <Tooltip label={`${whole} · ${at}`} events={byHandToo} multiline maw="calc(100vw - 16px)">
      <Text span inherit={text.size === undefined} {...text}>
        <time dateTime={at}>{exact ? whole : short}</time>
      </Text>
    </Tooltip>
  )
}
