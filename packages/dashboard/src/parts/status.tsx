import { Badge } from '@mantine/core'

/** Colors of the API's status words; what is not listed is grey. */
const colors: Record<string, string> = {
  connected: 'teal',
  published: 'teal',
  succeeded: 'teal',
  active: 'teal',
  valid: 'teal',
  replied: 'teal',
  scheduled: 'blue',
  pending: 'blue',
  publishing: 'blue',
  in_progress: 'blue',
  expired: 'red',
  failed: 'red',
  inactive: 'red',
  partially_published: 'orange',
  unknown: 'orange',
  unreplied: 'orange',
}

/** A status word of the API as a badge; `label` is what people read. */
export function Status({ value, label }: { value: string; label: string }) {
  return (
    <Badge
      color={colors[value] ?? 'gray'}
      variant="light"
      tt="none"
      fw={600}
      miw="max-content"
      autoContrast
    >
      {label}
    </Badge>
  )
}
