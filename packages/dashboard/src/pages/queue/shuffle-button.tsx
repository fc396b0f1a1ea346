import { Button } from '@mantine/core'
import { Shuffle } from 'lucide-react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { queueMessages } from '../../post/queue/messages.ts'
import { useMay } from '../../session/use-session.ts'
import { queuedOf, useSlots } from './use-queue.ts'

/** Puts the queued posts into a random order, after a question: the order before is not kept. */
export function ShuffleButton({ accountId }: { accountId: string }) {
  const t = useMessages(queueMessages)
  const ask = useConfirm()
  const canEdit = useMay('posts:write')
  const { items, query } = useSlots(accountId)
  // Without a retry, which would wait up to a minute when the limit is reached.
  const shuffle = useAction(() => client.accounts.shuffleQueue(accountId, { retries: 0 }), {
    topics: ['posts'],
    successMessage: t('shuffled'),
  })
  if (!canEdit) return null
  const confirm = async () => {
    const question = {
      title: t('shuffleTitle'),
      text: t('shuffleText'),
      action: t('shuffle'),
      color: 'blue',
    }
    if (await ask(question)) shuffle.mutate(undefined)
  }
  return (
    <Button
      variant="default"
      leftSection={<Shuffle size={16} aria-hidden />}
      loading={shuffle.isPending}
      disabled={queuedOf(items).length < 2 && !query.hasNextPage}
      onClick={() => void confirm()}
    >
      {t('shuffle')}
    </Button>
  )
}
