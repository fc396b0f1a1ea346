import { Badge } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { composerMessages } from './messages.ts'

/** How many issues the fields of a part of the form have. */
export function ProblemBadge({ count }: { count: number }) {
  const t = useMessages(composerMessages)
  if (count === 0) return null
  return (
    <Badge variant="light" color="red" tt="none" miw="max-content">
      {t('problems', { count })}
    </Badge>
  )
}
