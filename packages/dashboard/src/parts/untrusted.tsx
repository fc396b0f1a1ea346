import { Spoiler, Text, type TextProps } from '@mantine/core'
import { useMessages } from '../messages/messages.ts'
import { commonMessages } from './messages.ts'

type Props = TextProps & { children: string; maxHeight?: number }

const longFrom = 400

/** Untrusted text: rendered as plain text in its own direction, collapsed if long. */
export function Untrusted({ children, maxHeight = 160, ...text }: Props) {
  const t = useMessages(commonMessages)
  const shown = (
    <Text className="untrusted" dir="auto" {...text}>
      {children}
    </Text>
  )
  if (children.length < longFrom && children.split('\n').length < 8) return shown
  return (
    <Spoiler maxHeight={maxHeight} showLabel={t('untrustedMore')} hideLabel={t('untrustedLess')}>
      {shown}
    </Spoiler>
  )
}
