import type { Page } from 'playwright-core'
import type { TestApp } from '../../../server/test/test-app.ts'
import { owner } from '../sign-in.ts'
import type { Area } from './scene.ts'

const hostile = '<img src=x onerror=alert(1)> شركة '

/** Selects an item of the menu of the other owner. */
const choose = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').first().waitFor()
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').first().waitFor()
}

/** The path of the link that confirms a new email of the owner. */
async function requestEmail(testApp: TestApp): Promise<string> {
  const { email, password } = owner
  const site = { 'sec-fetch-site': 'same-origin' }
  const signedIn = await testApp.call(
    'POST',
    '/v1/session',
    { email, password },
    { key: null, headers: site },
  )
  const [cookie] = signedIn.headers.getSetCookie()[0]!.split(';')
  const changed = await testApp.call(
    'PATCH',
    '/v1/session',
    {
      email: 'ada.lovelace@a-rather-long-domain-name-of-an-agency.example.com',
      current_password: password,
    },
    { key: null, headers: { ...site, cookie: cookie! } },
  )
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body))
  return `/sign-in#token=${/#token=(\S+)/.exec(testApp.emails.at(-1)!.text)![1]}`
}

/** Members, confirming an email, audit log, settings and system. */
export const area: Area = {
  name: 'team',
  fill: async ({ testApp }) => {
    const profiles: string[] = []
    for (let index = 1; index <= 24; index += 1) {
      const name = index === 3 ? hostile.repeat(6).trim() : `Client number ${index}`
      const made = await testApp.call('POST', '/v1/profiles', {
        name,
        external_id: `client-${index}`,
      })
      profiles.push(made.body.id)
    }
    for (const [index, name] of ['Grace Hopper', hostile, 'A'.repeat(100)].entries()) {
      const made = await testApp.call('POST', '/v1/members', {
        name: name.trim(),
        email: `person-${index}@a-rather-long-domain-name-of-an-agency.example.com`,
        role: index === 0 ? 'owner' : 'staff',
        ...(index === 0 ? {} : { profile_ids: profiles.slice(0, index * 4) }),
      })
      if (made.status !== 201) throw new Error(`no member: ${JSON.stringify(made.body)}`)
    }
    return { newEmail: await requestEmail(testApp) }
  },
  scenes: [
    { name: 'members', state: 'empty', path: '/members' },
    { name: 'members', state: 'full', path: '/members' },
    { name: 'members', state: 'failing', path: '/members' },
    {
      name: 'member-form',
      state: 'full',
      path: '/members',
      act: press('Invite member'),
      focus: 'Name',
    },
    { name: 'member-edit', state: 'full', path: '/members', act: choose('Edit') },
    { name: 'member-link', state: 'full', path: '/members', act: choose('New invitation link') },
    { name: 'confirm-email', state: 'full', path: ({ newEmail }) => newEmail! },
    { name: 'audit-entry', state: 'full', path: '/audit-log', act: press(/^Details/) },
    {
      name: 'second-factor',
      state: 'full',
      path: '/settings',
      act: press('Set up'),
      focus: 'Current password',
    },
    { name: 'audit-log', state: 'empty', path: '/audit-log' },
    { name: 'audit-log', state: 'full', path: '/audit-log' },
    { name: 'audit-log', state: 'failing', path: '/audit-log' },
    { name: 'settings', state: 'full', path: '/settings' },
    { name: 'settings', state: 'failing', path: '/settings' },
    { name: 'system', state: 'empty', path: '/system' },
    { name: 'system', state: 'full', path: '/system' },
    { name: 'system', state: 'failing', path: '/system' },
  ],
}
