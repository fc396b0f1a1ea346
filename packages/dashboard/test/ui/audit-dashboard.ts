import type { Page } from 'playwright-core'
import { openReceiver } from '../../../server/test/receiver.ts'
import { type SeededProfile, seedProfile } from '../../../server/test/seed.ts'
import type { ApiResponse } from '../../../server/test/test-app.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

export type AuditDashboard = {
  dashboard: Dashboard
  /** A profile whose Threads account has a comment. */
  seeded: SeededProfile
  /** Replies to the comment, which the network refuses. */
  failReply(): Promise<ApiResponse>
  close(): Promise<void>
}

export async function openAuditDashboard(): Promise<AuditDashboard> {
  const dashboard = await openDashboard()
  const receiver = await openReceiver()
  const { testApp } = dashboard
  const seeded = await seedProfile(testApp, 'threads', receiver.url)
  return {
    dashboard,
    seeded,
    failReply: async () => {
      const { platform } = seeded.account
      const fault = { platform, match: 'create', kind: 'transient', times: 1 }
      await testApp.sandbox.control('POST', '/faults', fault)
      return await testApp.call('POST', `/v1/comments/${seeded.comment.id}/reply`, { text: 'Hi' })
    },
    close: async () => {
      await dashboard.close()
      await receiver.close()
    },
  }
}

/** The entries in the list of the page. */
export function entriesOf(page: Page) {
  return page.getByRole('main').getByRole('listitem')
}

/** Opens the details of the newest entry. */
export async function openDetails(page: Page) {
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  return page.getByRole('dialog')
}
