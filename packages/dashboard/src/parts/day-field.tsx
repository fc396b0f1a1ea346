import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDayOf } from './dates.ts'

type Props = {
  label: string
  /** `YYYY-MM-DD` or ''. */
  value: string
  onChange: (day: string) => void
  error?: ReactNode
  required?: boolean
}

const firstDay = '1000-01-01'
const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** Native date field. It uses the browser's language, so the day is also written out below. */
export function DayField({ value, onChange, ...props }: Props) {
  const { i18n } = useTranslation()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const type = (day: string) => {
    setTyped(day)
    // Typing `2026` passes through the years 2, 20 and 202.
    if (day === '' || day >= firstDay) onChange(day)
  }
  return (
    <TextInput
      type="date"
      {...props}
      value={typed}
      description={formatDayOf(typed, i18n.language)}
      inputWrapperOrder={inputWrapperOrder}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
