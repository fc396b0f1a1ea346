import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildAccount, buildProfile } from '../../server/test/build.ts'
import { buildWebhook } from '../../server/test/build-webhook.ts'
import { openInbox } from '../../server/test/inbox.ts'
import type { ApiResponse } from '../../server/test/test-app.ts'
import { nameOf } from './appearances.ts'
import { type Appearance, type Dashboard, openDashboard, settled } from './dashboard.ts'
import { hostile as texts } from './hostile.ts'
import { inHours } from './publishing-seed.ts'
import { openStaff } from './staff-session.ts'

const manyPagesMs = 300_000
const nameCharsMax = 255

/** Names chosen to break a page. */
const names = {
  script: texts.script,
  markup: texts.markup,
  endless: 'W'.repeat(nameCharsMax),
  rightToLeft: `${texts.rtl} 'x`,
  invisible: '\u200B\u200D\u2060\u200B',
  filler: '\u3164\u2800',
  faces: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(8),
  towers: `Z${'\u0301'.repeat(120)}a${'\u0334'.repeat(100)}lgo`,
  lines: `one${'\u2028'.repeat(20)}two`,
}
const all = Object.values(names).map((name) => name.slice(0, nameCharsMax))

/** German on a phone: the longest texts on the narrowest screen. */
const every: Appearance[] = [
  { viewport: 'wide', scheme: 'light', language: 'en' },
  { viewport: 'wide', scheme: 'dark', language: 'de' },
  { viewport: 'phone', scheme: 'dark', language: 'de' },
]
const appearances = inject('isFull') ? every : every.slice(0, 1)

let dashboard: Dashboard
let paths: string[]

beforeAll(async () => {
  dashboard = await openDashboard()
  paths = await fill()
})
afterAll(async () => await dashboard.close())

test.each(appearances)(
  'hostile names run nothing and stay within their boxes: $viewport, $language',
  { timeout: manyPagesMs },
  async (appearance) => {
    const page = await dashboard.open('/', appearance)
    page.on('dialog', (dialog) => {
      throw new Error(`something ran: ${dialog.message()}`)
    })
    const faults: string[] = []
    for (const path of paths) {
      await page.goto(new URL(`/dashboard${path}`, page.url()).href)
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
      try {
        await dashboard.checkWidth(page, `${path}, ${nameOf(appearance)}`)
        await expectHarmless(page, path)
      } catch (err) {
        faults.push(String(err))
      }
    }
    expect(faults).toEqual([])

    await page.goto(new URL('/dashboard/profiles?search=WWWW', page.url()).href)
    await page.getByRole('button', { name: /(Actions for|Aktionen für) WWWW/ }).click()
    await page.getByRole('menuitem', { name: /^(Delete|Löschen)$/ }).click()
    await page.getByRole('dialog').waitFor()
    await dashboard.check(page, `a question, ${nameOf(appearance)}`)
    await expectHarmless(page, 'a question')
  },
)

test.each(appearances)(
  'a member with a hostile name sees intact pages: $viewport, $language',
  async (appearance) => {
    const { data } = (await dashboard.testApp.call('GET', '/v1/profiles?limit=100')).body
    const profiles = data.map(({ id }: { id: string }) => id)
    const email = `${appearance.language}-${appearance.viewport}@${'long-'.repeat(10)}example.com`
    const staff = await openStaff(dashboard, { name: names.endless, email, profiles })
    await staff.setViewportSize({ width: 360, height: 780 })
    await staff.getByRole('button', { name: 'Menu', exact: true }).click()
    await settled(staff)
    await dashboard.check(staff, 'the menu of a member with a long name')
    await expectHarmless(staff, 'the menu')
    await staff.context().close()
  },
)

/** Checks that no script ran, no markup was rendered and no text overflows its box. */
async function expectHarmless(page: Page, name: string): Promise<void> {
  expect(await page.title(), name).toMatch(/Postern/)
  expect(await page.title(), name).not.toBe('owned')
  const markup =
    'img[src="x"], script:not([src]), h1[style*="200px"], [onerror], [href^="javascript:"]'
  expect(await page.locator(markup).count(), name).toBe(0)
  expect(await page.evaluate(outOfItsBox), name).toEqual([])
  expect(await page.evaluate(unreadable), name).toEqual([])
}

/** Visible links, buttons, headings and options without a visible or accessible name. */
const unreadable = `(() => {
  const unseen = /^[\\p{Z}\\p{C}\\p{M}\\p{Default_Ignorable_Code_Point}\\u2800]*$/u
  const things = [...document.querySelectorAll('a, button, h1, h2, h3, [role=option], [role=menuitem]')]
  return things.filter((each) => {
    const name = (each.getAttribute('aria-label') ?? '') + each.textContent
    return each.checkVisibility() && !each.closest('[aria-hidden=true]') && unseen.test(name)
  }).slice(0, 5).map((each) => each.outerHTML.slice(0, 300))
})()`

/** Texts that overflow their card or dialog without scrolling. */
const outOfItsBox = `(() => {
  const scrolls = (each) => each && (/auto|scroll|hidden|clip/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement))
  const found = []
  for (const box of document.querySelectorAll('.mantine-Paper-root, .mantine-Modal-content, td, th')) {
    const { left, right } = box.getBoundingClientRect()
    if (right - left < 1) continue
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (!walker.currentNode.data.trim() || /STYLE|SCRIPT/.test(parent.tagName) || parent.clientWidth <= 1) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const text = range.getBoundingClientRect()
      if (text.width === 0 || (text.right <= right + 1 && text.left >= left - 1)) continue
      if (!scrolls(parent)) found.push(parent.outerHTML.slice(0, 200))
    }
  }
  return found.slice(0, 5)
})()`

/** Seeds resources that all have hostile names. */
async function fill(): Promise<string[]> {
  const { testApp } = dashboard
  const profiles: string[] = []
  const accounts: string[] = []
  for (const name of all) {
    const { id } = await buildProfile(testApp, {
      name,
      external_id: `x${'-'.repeat(profiles.length)}`,
    })
    profiles.push(id)
    const granted = {
      username: name,
      displayName: name,
      accountType: name,
      avatarUrl: 'javascript:alert(1)',
    }
    accounts.push((await buildAccount(testApp, { profile_id: id, granted })).id)
    const key = await send('/v1/api-keys', { name, profile_id: id })
    await testApp.call('GET', '/v1/me', undefined, { key: key.secret })
    const member = {
      name,
      email: `m${profiles.length}@example.com`,
      role: 'staff',
      profile_ids: [id],
    }
    await send('/v1/members', member)
    await send('/v1/posts', {
      text: name,
      tags: [name.slice(0, 60).replaceAll('\n', ' ')],
      mode: 'schedule',
      scheduled_at: inHours(testApp, profiles.length),
      targets: [{ account_id: accounts.at(-1) }],
    })
  }
  const url = `https://example.com/${'hooks/'.repeat(100)}`
  const endpoints = []
  for (const [at, text] of Object.values(texts).entries()) {
    const description = text.slice(0, 500)
    endpoints.push((await buildWebhook(testApp, { url: url + at, description })).id)
  }
  const inbox = await openInbox(testApp, 'threads', { profileId: profiles[2]! })
  for (const text of Object.values(texts))
    await inbox.addComment({ text, author: text.slice(0, 60) })
  testApp.clock.advance(180_000)
  await testApp.work()
  const [comment] = await inbox.list()
  await send(`/v1/profiles/${profiles[2]}/connect-links`, {
    redirect_url: `https://app.example.com/${'long/'.repeat(200)}`,
    state: names.script,
  })
  await testApp.requestLog.flush()
  const endless = profiles[2]
  return [
    '/',
    '/profiles',
    `/profiles?profile=${endless}`,
    `/profiles/${endless}`,
    `/profiles/${profiles[4]}`,
    `/profiles/${profiles[5]}`,
    '/accounts',
    ...accounts.slice(1, 6).map((id) => `/accounts/${id}`),
    '/connect-links',
    `/connect-links?new=1&profile=${endless}`,
    `/posts/new?profile=${endless}`,
    '/posts',
    '/calendar?view=month',
    '/calendar?view=agenda',
    '/inbox?status=all',
    `/inbox?status=all&comment=${comment!.id}`,
    `/insights?account=${accounts[2]}`,
    '/webhooks',
    ...endpoints.slice(0, 2).map((id) => `/webhooks/${id}`),
    '/api-keys',
    `/api-keys?new=1&profile=${endless}`,
    '/members',
    '/audit-log',
    '/requests',
  ]

  async function send(path: string, body: unknown): Promise<ApiResponse['body']> {
    const answer = await testApp.call('POST', path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}
