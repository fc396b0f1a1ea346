import { Button } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParamsSetter } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { Empty } from './empty.tsx'
import { commonMessages } from './messages.ts'

type Props = {
  icon: LucideIcon
  /** For a list that is empty without filters. */
  title: string
  text: string
  isFiltered: boolean
  /** For a list that is empty without filters. */
  action?: ReactNode
  /** The query parameters of all filters. */
  names: readonly string[]
}

/** Placeholder of an empty list with filters, which it offers to reset. */
export function FilteredEmpty({ icon, title, text, isFiltered, action, names }: Props) {
  const t = useMessages(commonMessages)
  const change = useSearchParamsSetter()
  if (!isFiltered) return <Empty icon={icon} title={title} text={text} action={action} />
  const reset = () => change(Object.fromEntries(names.map((name) => [name, null])))
  return (
    <Empty
      icon={icon}
      title={t('noMatches')}
      text=""
      action={
        <Button variant="default" onClick={reset}>
          {t('resetFilters')}
        </Button>
      }
    />
  )
}
