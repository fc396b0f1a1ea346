import { Group, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is wrong with a post, in one line of a list. */
export function TroubleLine({ children }: { children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c="var(--mantine-color-error)" fz="sm">
      <TriangleAlert size={15} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
      <Text inherit className="untrusted" dir="auto">
        {children}
      </Text>
    </Group>
  )
}
