import { Badge } from '@mantine/core'

/** Colors of the API's status values; others are gray. */
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
  retrying: 'orange',
  awaiting_approval: 'orange',
  unknown: 'orange',
  unreplied: 'orange',
}

/** Badge for an API status value; `label` is the translated text. */
export function Status({ value, label }: { value: string; label: string }) {
  return (
    <Badge
      color={colors[value] ?? 'gray'}
      variant="light"
      tt="none"
      fw={600}
      miw="max-content"
      autoContrast
      style={{ verticalAlign: 'middle' }}
    >
      {label}
    </Badge>
  )
}
