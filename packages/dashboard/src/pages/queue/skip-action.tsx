import { Button } from '@mantine/core'
import type { Slot } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { queueMessages } from '../../post/queue/messages.ts'
import { updatePlan } from '../../post/queue/update-plan.ts'
import { formatSlot } from './slot-time.ts'

/** Leaves a slot out of the plan that applies to the account, or takes it back. */
export function SkipAction({ accountId, slot }: { accountId: string; slot: Slot }) {
  const t = useMessages(queueMessages)
  const { i18n } = useTranslation()
  const { slot_at } = slot
  const isSkipped = slot.status === 'skipped'
  const change = useAction(
    async () => {
      // The list is sent as a whole, so it is read first.
      const plan = await client.accounts.postingPlan(accountId)
      const others = plan.skipped_slots.filter((each) => each !== slot_at)
      return await updatePlan(plan, { skipped_slots: isSkipped ? others : [...others, slot_at] })
    },
    { topics: ['posts'], successMessage: t(isSkipped ? 'unskipDone' : 'skipDone') },
  )
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t(isSkipped ? 'unskipSlot' : 'skipSlot', {
        at: formatSlot(slot_at, i18n.language),
      })}
      onClick={() => change.mutate(undefined)}
    >
      {t(isSkipped ? 'unskip' : 'skip')}
    </Button>
  )
}
