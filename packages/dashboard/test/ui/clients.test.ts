import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { openBrowser, returnQuery } from '../../../server/test/client.ts'
import { connectNewPerson } from '../../../server/test/publishing.ts'
import fields from '../../src/messages/en/profiles.json' with { type: 'json' }
import { expiredAccount, newInstagramLogin, schedulePosts } from '../clients-seed.ts'
import { message } from '../messages.ts'
import { goTo, openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  await dashboard.testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Atelier Nord' })
})
afterAll(async () => await dashboard.close())

async function makeLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'On the spot' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  return await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
}

test('creating a profile with a used external ID shows which profile has it', async () => {
  await buildProfile(dashboard.testApp, { name: 'Bergmann Bakery', external_id: 'client-42' })
  const page = await dashboard.open('/profiles?new=1')
  await page.getByRole('textbox', { name: 'Name' }).fill('Another Bakery')
  await page.getByRole('textbox', { name: 'External ID' }).fill('client-42')
  await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click()
  await page.getByText('“Bergmann Bakery” already uses this external ID.').waitFor()
  const used = page.getByRole('textbox', { name: 'External ID' })
  await used.and(page.locator(':focus')).waitFor()
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Another Bakery')
  await used.fill('not allowed!')
  await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click()
  const wrong = page.getByText(fields.externalIdWrong, { exact: true })
  const field = page.getByRole('textbox', { name: 'External ID' })
  await field.and(page.locator('[aria-invalid="true"]')).waitFor()
  expect(await field.getAttribute('aria-describedby')).toContain(await wrong.getAttribute('id'))
})

test('a login canceled at the platform is listed on the link, which stays valid', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp)
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  const url = await makeLink(page)
  const login = { decision: 'cancel', account: 'bergmannbakery' } as const
  const landing = await openBrowser(testApp).login(url, 'tiktok', login)
  expect(returnQuery(landing)).toMatchObject({ error: 'access_denied' })
  const dialog = page.getByRole('dialog')
  await dialog.getByText('TikTok: the client canceled the login').waitFor()
  await dialog.getByText('Active').waitFor()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page
    .getByRole('dialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await dialog.getByText('This link no longer works.').waitFor()
})

test('an unregistered return URL keeps the form values and offers to add its domain', async () => {
  const profile = await buildProfile(dashboard.testApp)
  const page = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  await page.getByRole('button', { name: 'More options' }).click()
  const field = page.getByRole('combobox', { name: 'Return URL' })
  await field.fill('https://elsewhere.example.com/')
  await field.press('Tab')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  await page.getByRole('dialog').getByText('Threads', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create invitation' }).click()
  await page.getByText('This domain isn’t a return domain yet.').waitFor()
  expect(await field.inputValue()).toBe('https://elsewhere.example.com/')
  expect(await page.getByRole('checkbox', { name: 'Threads' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Add elsewhere.example.com and continue' }).click()
  await page.getByRole('textbox', { name: 'Link' }).waitFor()
  const { body } = await dashboard.testApp.call('GET', '/v1/connect/redirect-origins')
  expect(body.data).toContainEqual(
    expect.objectContaining({ origin: 'https://elsewhere.example.com' }),
  )
})

test('an invitation whose account was reconnected says so in the list', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp)
  const login = await newInstagramLogin(testApp)
  const account = await expiredAccount(testApp, profile.id, login)
  const { default_redirect_url: redirect_url } = (await testApp.call('GET', '/v1/connect/settings'))
    .body
  const { body: invitation } = await testApp.call(
    'POST',
    `/v1/profiles/${profile.id}/invitations`,
    { redirect_url, account_id: account.id },
  )
  const page = await dashboard.open(`/connect-links?profile=${profile.id}`)
  const row = page.getByRole('row').filter({ hasText: 'Reconnects' })
  await row.getByText('Open', { exact: true }).waitFor()
  testApp.clock.advance(60_000)
  const client = openBrowser(testApp)
  const { location } = await client.visit('POST', new URL(invitation.url).pathname)
  await client.login(location!, 'instagram', { decision: 'allow', ...login })
  await row.getByText('Reconnected', { exact: true }).waitFor()
  await row.getByRole('button', { name: /^Details/ }).click()
  await page.getByRole('dialog').getByText('The account was reconnected').waitFor()
})

test('a profile with connect links and no invitation opens the page with its links', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp)
  const { default_redirect_url: redirect_url } = (await testApp.call('GET', '/v1/connect/settings'))
    .body
  await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, { redirect_url })
  const page = await dashboard.open(`/connect-links?profile=${profile.id}`)
  await page.getByRole('row').nth(1).getByText(message('links', 'valid'), { exact: true }).waitFor()
  await page.getByRole('radio', { name: message('links', 'invitations') }).click()
  await page.getByText(message('links', 'emptyInvitations')).waitFor()
})

test('an expired account is reconnected through a link for this account only', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp)
  const login = await newInstagramLogin(testApp)
  const account = await expiredAccount(testApp, profile.id, login)
  const page = await dashboard.open(`/accounts/${account.id}`)
  await page.getByText('The client changed their password.').first().waitFor()
  await page.getByRole('button', { name: 'Reconnect' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'On the spot' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await openBrowser(testApp).login(url, 'instagram', { decision: 'allow', ...login })
  await dialog.getByText(`@${login.account} is connected again.`).waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Connected, with all permissions.').waitFor()
  const { body } = await testApp.call('GET', `/v1/accounts/${account.id}`)
  expect(body.status).toBe('connected')
})

test('an account with scheduled posts can be moved once they are canceled', async () => {
  const { testApp } = dashboard
  const [from, to] = [
    await buildProfile(testApp),
    await buildProfile(testApp, { name: 'New home' }),
  ]
  const account = await connectNewPerson(testApp, from.id)
  const posts = await schedulePosts(testApp, account.id)
  const page = await dashboard.open(`/accounts/${account.id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Move' }).click()
  await dialog.getByRole('combobox', { name: 'Move to' }).fill('New home')
  await page.getByRole('option', { name: 'New home' }).click()
  await dialog.getByText('3 scheduled posts on this account:').waitFor()
  expect(await dialog.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true)
  const link = dialog.getByRole('link', { name: 'Rye is back' })
  expect(await link.getAttribute('href')).toContain(`/dashboard/posts/${posts[0]}`)
  for (const id of posts) await testApp.call('DELETE', `/v1/posts/${id}`)
  await dialog.getByRole('button', { name: 'Move' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'New home' }).waitFor()
  expect((await testApp.call('GET', `/v1/accounts/${account.id}`)).body.profile_id).toBe(to.id)
})

test('before an account is disconnected, its scheduled posts are shown and their cancellation confirmed', async () => {
  const { testApp } = dashboard
  const account = await connectNewPerson(testApp)
  const [post] = await schedulePosts(testApp, account.id)
  const page = await dashboard.open(`/accounts/${account.id}`)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 scheduled posts on this account:').waitFor()
  await dialog.getByRole('button', { name: 'Keep connected' }).click()
  expect((await testApp.call('GET', `/v1/posts/${post}`)).body.status).toBe('scheduled')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await dialog.getByRole('button', { name: 'Cancel posts and disconnect' }).click()
  await page.getByText('Disconnected in Postern.').first().waitFor()
  expect((await testApp.call('GET', `/v1/posts/${post}`)).body.status).toBe('canceled')
})

test('a URL with an external profile ID shows the accounts of that profile', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'By own id', external_id: 'own:42' })
  const granted = { username: 'named.by.own.id' }
  await buildAccount(testApp, { profile_id: profile.id, granted })
  const page = await dashboard.open('/insights?profile=own:42')
  const account = page.getByRole('combobox', { name: 'Account' })
  expect(await account.inputValue()).toContain('named.by.own.id')
  for (const path of ['/inbox', '/posts']) {
    await goTo(page, `${path}?profile=own:42`)
    await account.click()
    await page.getByRole('option', { name: /named\.by\.own\.id/ }).waitFor()
  }
  await page.getByRole('button', { name: 'Profile: By own id' }).waitFor()
})

test('deleting a profile requires its name and shows progress until it is erased', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Closing Café' })
  await buildAccount(testApp, { profile_id: profile.id })
  const page = await dashboard.open(`/profiles?profile=${profile.id}`)
  await page.getByRole('button', { name: 'Actions for Default' }).click()
  await page.getByText('The default profile can’t be deleted').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Closing Café' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = page.getByRole('button', { name: 'Delete permanently' })
  expect(await remove.isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Type Closing Café to confirm' }).fill('Closing Café')
  await remove.click()
  await page.getByText('“Closing Café” is being deleted').waitFor()
  await page.getByRole('link', { name: 'Closing Café' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('profile')).toBeNull()
  await testApp.work()
  await page.getByText('“Closing Café” was deleted').waitFor()
  await page.getByText('“Closing Café” is being deleted').waitFor({ state: 'detached' })
})

test('a staff member creates links for assigned profiles and cannot create keys', async () => {
  const { testApp } = dashboard
  const [mine, theirs] = [await buildProfile(testApp), await buildProfile(testApp)]
  const staff = await openStaff(dashboard, { profiles: [mine.id] })
  await goTo(staff, '/profiles')
  await staff.getByRole('link', { name: mine.name, exact: true }).waitFor()
  expect(await staff.getByRole('link', { name: theirs.name, exact: true }).count()).toBe(0)
  await staff.getByRole('button', { name: `Actions for ${mine.name}` }).click()
  await staff.getByRole('menuitem', { name: 'Connect account' }).waitFor()
  for (const name of ['Create API key', 'Edit', 'Delete']) {
    expect(await staff.getByRole('menuitem', { name }).count()).toBe(0)
  }
  await staff.getByRole('menuitem', { name: 'Connect account' }).click()
  await staff.getByRole('button', { name: 'More options' }).click()
  const field = staff.getByRole('combobox', { name: 'Return URL' })
  expect(await field.inputValue()).toBe(`${testApp.ctx.config.publicUrl}/connect/done`)
  expect(await makeLink(staff)).toContain('/connect/')
  await goTo(staff, `/profiles/${mine.id}`)
  await staff.getByRole('heading', { name: mine.name }).waitFor()
  expect(await staff.getByRole('heading', { name: 'API keys' }).count()).toBe(0)
  await goTo(staff, '/')
  await staff.getByRole('heading', { name: 'Needs attention' }).waitFor()
  expect(await staff.getByText('First steps').count()).toBe(0)
})

test('accounts whose access has ended come first', async () => {
  const { testApp } = dashboard
  const { id } = await buildProfile(testApp)
  await expiredAccount(testApp, id, await newInstagramLogin(testApp))
  await buildAccount(testApp, { profile_id: id, platform: 'threads' })
  const page = await dashboard.open(`/accounts?profile=${id}`)
  const cards = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(2)
  await cards.first().getByRole('button', { name: 'Reconnect' }).waitFor()
  expect(await cards.last().getByRole('button', { name: 'Reconnect' }).count()).toBe(0)
})
