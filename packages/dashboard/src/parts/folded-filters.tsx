import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { filterMessages } from './filter-messages.ts'

type Props = {
  /** How many of the filters are in use. */
  count: number
  children: ReactNode
}

/** Filters that are behind a button on phones, which counts those in use. */
export function FoldedFilters({ count, children }: Props) {
  const t = useMessages(filterMessages)
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(false)
  if (!isNarrow) return children
  return (
    <>
      <Button
        variant={count > 0 ? 'light' : 'default'}
        leftSection={<SlidersHorizontal size={16} aria-hidden />}
        style={{ alignSelf: 'start' }}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count > 0 ? t('filtersSet', { count }) : t('filters')}
      </Button>
      {isOpen && children}
    </>
  )
}
