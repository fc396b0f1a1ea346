import { Text, type TextProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = TextProps & {
  /** Null if it is not known. */
  value: number | null
  /** The value is a share. */
  percent?: boolean
}

/** A change of a number with its sign: green if it grew, red if it fell. */
export function Change({ value, percent, ...text }: Props) {
  const { i18n } = useTranslation()
  if (value === null) return null
  const label = new Intl.NumberFormat(i18n.language, {
    signDisplay: 'exceptZero',
    style: percent ? 'percent' : 'decimal',
    maximumFractionDigits: 1,
  })
    .format(value)
    .replace('-', '−')
  const color =
    value > 0
      ? 'var(--mantine-color-teal-light-color)'
      : value < 0
        ? 'var(--mantine-color-error)'
        : 'dimmed'
  return (
    <Text
      span
      inherit={text.size === undefined}
      c={color}
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      {...text}
    >
      {label}
    </Text>
  )
}
