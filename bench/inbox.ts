import { benchCommentsList } from './inbox-comments.ts'
import { benchInsightsRead } from './inbox-insights.ts'
import { benchReading } from './inbox-reading.ts'

/** What happens on the accounts and comes back; each part adds its figures. */
export async function benchInbox(): Promise<Record<string, unknown>> {
  const reading = await benchReading()
  return { ...reading, ...(await benchCommentsList()), ...(await benchInsightsRead()) }
}
