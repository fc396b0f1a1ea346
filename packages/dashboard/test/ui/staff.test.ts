import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../server/test/build.ts'
import { buildWebhook } from '../../../server/test/build-webhook.ts'
import { type Inbox, openInbox } from '../../../server/test/inbox.ts'
import { advanceUntilIdle, connectAccount } from '../../../server/test/publishing.ts'
import { chooseNow, photo } from '../publishing-seed.ts'
import { goTo, openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

/** Marker text in all data of the other client. */
const foreign = 'Rival'

let dashboard: Dashboard
let own: { profile: string; inbox: Inbox }
let others: Record<
  'profile' | 'account' | 'post' | 'comment' | 'endpoint' | 'link' | 'invitation',
  string
>

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Bergmann Bakery' })
  const inbox = await openInbox(testApp, 'threads', { profileId: profile.id })
  own = { profile: profile.id, inbox }
  others = await fillOther()
  await inbox.addComment({ text: 'Is there rye tomorrow?' })
  await pass()
})
afterAll(async () => await dashboard.close())

/** Signs a new staff member of the own client in. */
async function openOwn(): Promise<Page> {
  const email = `grace.${dashboard.testApp.nextNumber()}@example.com`
  return await openStaff(dashboard, { email, profiles: [own.profile] })
}

test('the endpoint form rejects a private URL of a staff member and accepts a public one', async () => {
  const staff = await openOwn()
  await goTo(staff, '/webhooks')
  await staff.getByRole('button', { name: 'Add endpoint' }).click()
  const form = staff.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Endpoint URL').fill('http://127.0.0.1:9/hook')
  await form.getByText(/^This host is private\./).waitFor()
  expect(await form.getByText('Private hosts can also use http').count()).toBe(0)
  await form.getByLabel('Endpoint URL').fill('https://receiver.example/hook')
  // The only client is preselected.
  expect(await form.getByLabel('Profile').first().inputValue()).toBe('Bergmann Bakery')
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await staff.getByRole('button', { name: 'Done' }).click()
  await staff.getByRole('heading', { name: 'https://receiver.example/hook' }).waitFor()
})

test('a staff member publishes a post with an image', async () => {
  const staff = await openOwn()
  const { testApp } = dashboard
  await goTo(staff, '/posts/new')
  // The only client and account are preselected.
  await staff.getByRole('checkbox', { name: 'Threads: anna.bakes', checked: true }).waitFor()
  expect(await staff.getByRole('checkbox', { name: /: / }).count()).toBe(1)
  expect(await staff.getByRole('combobox', { name: 'Profile' }).count()).toBe(0)
  await chooseNow(staff)
  await staff.getByRole('textbox', { name: 'Text', exact: true }).fill('Rye from six on')
  const file = { name: 'rye.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  await staff.locator('input[type=file]').setInputFiles(file)
  await staff.getByRole('textbox', { name: 'Alt text for rye.jpg' }).fill('A loaf of rye')
  await staff.getByText('Ready for all platforms').waitFor()
  await staff.getByRole('button', { name: 'Publish now' }).click()
  await staff.waitForURL(/\/posts\/post_/)
  await advanceUntilIdle(testApp)
  await staff.getByRole('link', { name: 'Open on Threads' }).waitFor()
  const id = new URL(staff.url()).pathname.split('/').at(-1)
  const { body } = await testApp.call('GET', `/v1/posts/${id}`)
  expect(body).toMatchObject({ profile_id: own.profile, status: 'published' })
  expect(body.media[0].alt_text).toBe('A loaf of rye')
})

test('a staff member replies to a comment and changes its reply status', async () => {
  const staff = await openOwn()
  await goTo(staff, '/inbox')
  await staff.getByText('Is there rye tomorrow?').first().click()
  await staff.getByLabel('Reply as anna.bakes').fill('There is, from six on.')
  await staff.getByRole('button', { name: 'Send reply' }).click()
  await staff.getByText('Replied by anna.bakes').waitFor()
  const shown = await own.inbox.listOnPlatform()
  expect(shown.map(({ text }) => text)).toContain('There is, from six on.')
  await staff.getByRole('combobox', { name: 'Reply status' }).last().selectOption('in_progress')
  const [comment] = await own.inbox.list()
  const status = async () =>
    (await dashboard.testApp.call('GET', `/v1/comments/${comment!.id}`)).body.reply_status
  await expect.poll(status).toBe('in_progress')
})

test('no page, list or response shows a staff member data of other clients', async () => {
  const staff = await openOwn()
  const pages = [
    '/',
    '/calendar?view=month&date=2026-11-21',
    '/calendar?view=week&date=2026-11-21',
    '/calendar?view=agenda&date=2026-11-21',
    '/posts',
    '/posts?status=scheduled',
    '/inbox?status=all',
    '/insights',
    '/profiles',
    '/accounts',
    '/connect-links',
    '/connect-links?kind=links',
    '/webhooks',
    '/settings',
    '/posts/new',
    `/profiles/${own.profile}`,
    `/accounts/${own.inbox.account.id}`,
  ]
  await expectNothingForeign(staff, pages)
  // The owner sees the marker, so the search works.
  const owner = await dashboard.open('/posts')
  await owner.getByRole('link', { name: `${foreign} recipe` }).waitFor()
  expect(await owner.content()).toContain(foreign)
})

test('searching and filtering show a staff member no data of other clients', async () => {
  const staff = await openOwn()
  const filters = [
    `/posts?account=${others.account}`,
    '/posts?tag=rival',
    '/posts?external_id=rival-1',
    `/inbox?status=all&account=${others.account}`,
    `/inbox?status=all&post=${others.post}`,
    `/insights?account=${others.account}`,
    '/accounts?platform=facebook',
    '/connect-links?status=valid',
  ]
  await expectNothingForeign(staff, filters)
  await goTo(staff, '/posts')
  await staff.getByRole('combobox', { name: 'Account' }).click()
  await expect
    .poll(() => staff.getByRole('option').allInnerTexts())
    .toEqual(['Threads · anna.bakes'])
  // The name of the only client instead of a list of clients.
  await staff.getByText('Bergmann Bakery', { exact: true }).first().waitFor()
  expect(await staff.getByRole('button', { name: /^Profile/ }).count()).toBe(0)
})

test("a URL of another client's resource shows a staff member a not-found page", async () => {
  const staff = await openOwn()
  const addresses = [
    `/posts/${others.post}`,
    `/posts/${others.post}/edit`,
    `/posts/new?duplicate=${others.post}`,
    `/accounts/${others.account}`,
    `/profiles/${others.profile}`,
    `/inbox?comment=${others.comment}`,
    `/webhooks/${others.endpoint}`,
    `/webhooks/${others.endpoint}/deliveries/whd_01k4wz7tq8e1n9mdh2y6c3vbfa`,
    `/connect-links?link=${others.link}`,
    `/connect-links?invitation=${others.invitation}`,
    `/posts?profile=${others.profile}`,
    `/?profile=${others.profile}`,
    `/calendar?profile=${others.profile}`,
    `/posts/new?profile=${others.profile}`,
  ]
  await expectNothingForeign(staff, addresses, async () => {
    await staff
      .getByRole('heading', { name: /not found$/i })
      .first()
      .waitFor()
  })
})

test('staff members do not see owner-only pages and actions', async () => {
  const staff = await openOwn()
  await goTo(staff, '/')
  const menu = await staff
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link')
    .allInnerTexts()
  for (const name of ['API keys', 'Return domains', 'Brand', 'Members', 'Audit log', 'System']) {
    expect(menu).not.toContain(name)
  }
  await goTo(staff, '/settings')
  await staff.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  expect(await staff.getByRole('navigation', { name: 'Settings' }).count()).toBe(0)
  for (const path of [
    '/api-keys',
    '/redirect-origins',
    '/brand',
    '/members',
    '/audit-log',
    '/system',
  ]) {
    await goTo(staff, path)
    await staff.getByRole('heading', { name: 'Not part of your role' }).first().waitFor()
  }
  const hidden = {
    '/profiles': ['Create profile'],
    [`/accounts/${own.inbox.account.id}`]: ['Move'],
    '/settings': ['Installation'],
    '/': ['First steps'],
  }
  for (const [path, names] of Object.entries(hidden)) {
    await goTo(staff, path)
    await staff.getByRole('heading', { level: 1 }).waitFor()
    await isLoaded(staff)
    for (const name of names) {
      expect(await staff.getByText(name).count(), `${path} ${name}`).toBe(0)
    }
  }
  const owner = await dashboard.open('/')
  for (const [path, names] of Object.entries(hidden)) {
    await goTo(owner, path)
    for (const name of names) await owner.getByText(name).first().waitFor()
  }
})

async function isLoaded(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** Opens the pages and checks the text and every response of each for the marker. */
async function expectNothingForeign(
  staff: Page,
  paths: readonly string[],
  isThere = async () => {},
): Promise<void> {
  let answers: Promise<string>[] = []
  staff.on('response', (response) => {
    if (!response.url().includes('/v1/') || response.url().endsWith('/v1/live')) return
    answers.push(response.text().then((text) => `${response.url()} ${text}`))
  })
  for (const path of paths) {
    answers = []
    await goTo(staff, path)
    await staff.getByRole('heading', { level: 1 }).waitFor()
    await isLoaded(staff)
    await isThere()
    const texts = await Promise.all(answers)
    expect(texts, `${path} requested nothing`).not.toEqual([])
    const ids = Object.values(others).filter((id) => !path.includes(id))
    for (const needle of [foreign, ...ids]) {
      expect(await staff.content(), `${path} shows ${needle}`).not.toContain(needle)
      const found = texts.filter((each) => each.includes(needle))
      expect(found, `${path} was answered ${needle}`).toEqual([])
    }
  }
}

/** Seeds another client with resources of every kind. */
async function fillOther(): Promise<typeof others> {
  const { testApp } = dashboard
  const { id: profile } = await buildProfile(testApp, {
    name: `${foreign} Café`,
    external_id: 'rival',
  })
  const inbox = await openInbox(testApp, 'facebook', { profileId: profile })
  const text = `${foreign} recipe`
  const post = await testApp.call('POST', '/v1/posts', {
    text,
    tags: ['rival'],
    external_id: 'rival-1',
    mode: 'schedule',
    scheduled_at: new Date(testApp.clock.now().getTime() + 7_200_000).toISOString(),
    targets: [{ account_id: inbox.account.id }],
  })
  if (post.status !== 201) throw new Error(JSON.stringify(post.body))
  await inbox.addComment({ text: `${foreign} question`, author: 'rival.fan' })
  await pass()
  const [comment] = await inbox.list()
  await connectAccount(testApp, 'tiktok', { account: 'benrides', person: 'ben' }, profile)
  const url = 'https://rival.example.com/hooks'
  const endpoint = await buildWebhook(testApp, { url, description: foreign, profile_id: profile })
  await buildWebhook(testApp, { url: 'https://all.example.com/hooks', description: foreign })
  await buildKey(testApp, { profile_id: profile })
  const link = await testApp.call('POST', `/v1/profiles/${profile}/connect-links`, {
    redirect_url: 'https://app.example.com/rival',
  })
  const invitation = await testApp.call('POST', `/v1/profiles/${profile}/invitations`, {
    redirect_url: 'https://app.example.com/rival',
  })
  return {
    profile,
    invitation: invitation.body.id,
    account: inbox.account.id,
    post: post.body.id,
    comment: comment!.id,
    endpoint: endpoint.id,
    link: link.body.id,
  }
}

/** Comments are read in the background, three minutes apart. */
async function pass(): Promise<void> {
  dashboard.testApp.clock.advance(180_000)
  await dashboard.testApp.work()
}
