import { Button } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useSearchParam } from '../../../api/use-search-param.ts'
import { useMessages } from '../../../messages/messages.ts'
import { bulkMessages } from '../bulk/messages.ts'

/** The order of the list by time, in the URL: latest first unless it is `asc`. */
export function useOrder(): { isEarliestFirst: boolean; toggle: () => void } {
  const [order, setOrder] = useSearchParam('order')
  const isEarliestFirst = order === 'asc'
  return { isEarliestFirst, toggle: () => setOrder(isEarliestFirst ? null : 'asc') }
}

/** Reverses the order where the list has no heading to press. */
export function OrderButton() {
  const t = useMessages(bulkMessages)
  const { isEarliestFirst, toggle } = useOrder()
  const Icon = isEarliestFirst ? ArrowUp : ArrowDown
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={toggle}
    >
      {t(isEarliestFirst ? 'earliestFirst' : 'latestFirst')}
    </Button>
  )
}
