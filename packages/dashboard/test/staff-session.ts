import type { Page } from 'playwright-core'
import deSession from '../src/messages/de/session.json' with { type: 'json' }
import deShell from '../src/messages/de/shell.json' with { type: 'json' }
import enSession from '../src/messages/en/session.json' with { type: 'json' }
import enShell from '../src/messages/en/shell.json' with { type: 'json' }
import type { Appearance, OpenedDashboard } from './opened-dashboard.ts'

export const staffPassword = 'she found the first bug'

const texts = { en: { ...enSession, ...enShell }, de: { ...deSession, ...deShell } }

type Staff = {
  role?: 'staff' | 'contributor'
  name?: string
  email?: string
  profiles: readonly string[]
  appearance?: Appearance
}

/** Opens a separate browser context for a staff member who accepted an invitation link. */
export async function openStaff(dashboard: OpenedDashboard, staff: Staff): Promise<Page> {
  const { testApp } = dashboard
  const { name = 'Grace Hopper', email = 'grace@example.com', profiles, appearance } = staff
  const member = await testApp.call('POST', '/v1/members', {
    name,
    email,
    role: staff.role ?? 'staff',
    profile_ids: profiles,
  })
  if (member.status !== 201) throw new Error(JSON.stringify(member.body))
  const link = await testApp.call('POST', `/v1/members/${member.body.id}/sign-in-link`)
  const page = await dashboard.openSignedOut(link.body.url, appearance)
  const { newPassword, submit, account } = texts[appearance?.language ?? 'en']
  await page.getByRole('textbox', { name: newPassword }).fill(staffPassword)
  await page.getByRole('button', { name: submit }).click()
  await page.getByRole('button', { name: account }).waitFor()
  return page
}

/** Navigates to a dashboard path by URL. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(new URL(`/dashboard${path}`, page.url()).href)
}
