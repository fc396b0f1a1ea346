import { Group, Text } from '@mantine/core'
import markUrl from '../mark.svg'

/** The product's mark and name. */
export function Wordmark({ size = 26 }: { size?: number }) {
  return (
    <Group component="span" display="inline-flex" gap="xs" wrap="nowrap">
      <img src={markUrl} alt="" width={size} height={size} />
      <Text span fw={650} fz={size >= 32 ? 22 : 18} style={{ letterSpacing: '-0.02em' }}>
        Postern
      </Text>
    </Group>
  )
}
