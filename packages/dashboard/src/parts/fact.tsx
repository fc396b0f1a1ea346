import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A label and its value on one line. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      style={{ display: 'grid', gridTemplateColumns: 'minmax(7rem, 30%) minmax(0, 1fr)', gap: 8 }}
    >
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="div" size="sm">
        {children}
      </Text>
    </div>
  )
}
