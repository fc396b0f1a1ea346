import { Button } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useSearchParam } from '../../../api/use-search-param.ts'
import { useMessages } from '../../../messages/messages.ts'
import { bulkMessages } from '../bulk/messages.ts'

/** The order by time, in the URL. Scheduled posts begin with the next one, others with the latest. */
export function useOrder(): { isEarliestFirst: boolean; toggle: () => void } {
  const [order, setOrder] = useSearchParam('order')
  const [status] = useSearchParam('status')
  const initial = status === 'scheduled' ? 'asc' : 'desc'
  const isEarliestFirst = (order ?? initial) === 'asc'
  const reversed = isEarliestFirst ? 'desc' : 'asc'
  return { isEarliestFirst, toggle: () => setOrder(reversed === initial ? null : reversed) }
}

/** Says the order of the list and reverses it. */
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
