import { benchInsightsRead } from './inbox-insights.ts'

/** What happens on the accounts and comes back; each part adds its figures. */
export async function benchInbox(): Promise<Record<string, unknown>> {
  return { ...(await benchInsightsRead()) }
}
