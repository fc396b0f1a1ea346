import { clientFor } from '../../api/client.ts'
import { useMessages } from '../../messages/messages.ts'
import { notifyError, notifyRefusal } from '../../parts/notify.tsx'
import { useReschedule } from '../../post/time/use-reschedule.ts'
import { timeOnDay } from './calendar-actions.ts'
import { calendarMessages } from './messages.ts'

/** The type of the data of a dragged draft: its ID. */
export const draftDragType = 'application/x-postern-draft'

/**
 * Schedules a draft at the time that it is dropped on. If the post is not ready, an error says why
 * and the draft stays as it is.
 */
export function useDropDraft(): (data: DataTransfer, at: Date) => void {
  const t = useMessages(calendarMessages)
  const schedule = useReschedule()
  return (data, at) => {
    const id = data.getData(draftDragType)
    if (!id) return
    if (at.getTime() <= Date.now()) return notifyRefusal(t('past'))
    clientFor(null)
      .posts.get(id)
      .then((post) => schedule.mutate({ post, at: at.toISOString() }), notifyError)
  }
}

/** As `useDropDraft`, for a day: at nine o'clock, or the next full hour. */
export function useDropDraftOnDay(): (data: DataTransfer, day: string) => void {
  const t = useMessages(calendarMessages)
  const drop = useDropDraft()
  return (data, day) => {
    const at = timeOnDay(day)
    if (at) drop(data, at)
    else notifyRefusal(t('past'))
  }
}
