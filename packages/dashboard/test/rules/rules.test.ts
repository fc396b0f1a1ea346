import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import type { Scene } from '../scenes/scene.ts'
import { phoneRules, rules } from './rules.ts'

const all = { ...rules, ...phoneRules }
const scene: Scene = { name: 'faults', state: 'full', path: '/', focus: 'Name' }
const start = '<title>Postern</title><main><h1>Faults</h1>'

let dashboard: Dashboard
let page: Page

beforeAll(async () => {
  dashboard = await openDashboard()
  page = await dashboard.open('/sign-in', { viewport: 'phone' })
})
afterAll(async () => await dashboard.close())

/** A rule, a page that breaks it, and what the rule says. */
const faults: [keyof typeof all, string, RegExp][] = [
  ['axe', '<input>', /label: <input>/],
  ['width', '<p style="width: 2000px">wide</p>', /wide/],
  ['firstFocus', '<input aria-label="Other" autofocus>', /the focus is on/],
  ['hostileText', '<img src="x" onerror="document.title = 1">', /rendered as markup/],
  ['hostileText', '<a href="/">\u200B\u3164</a>', /nothing to read/],
  [
    'hostileText',
    '<div class="mantine-Paper-root" style="width: 50px">Sourdough<b>WWWWWWWWWWWW</b></div>',
    /out of its box/,
  ],
  [
    'hostileText',
    '<div class="mantine-Modal-content" style="width: 50px; overflow-y: auto">WWWWWWWWWWWW</div>',
    /out of its box/,
  ],
  ['links', '<a href="/dashboard/nowhere">to nowhere</a>', /not a page/],
  ['links', '<a href="/dashboard/posts/post_01m850xzbhe8qa4d8rjcjdw6ed">post</a>', /is 404/],
  ['links', '<a href="/docs#no-such-heading">guide</a>', /no such heading/],
  ['links', '<h2>Post not found</h2>', /dead end/],
  ['contributorButtons', '<button>Publish now</button>', /Publish now/],
  ['keyboard', '<button style="outline: none">Save</button>', /not drawn/],
  ['targets', '<button style="width: 9px; height: 9px; padding: 0"></button>'.repeat(2), /NEXT TO/],
  [
    'targets',
    '<div class="page-actions"><button style="height: 30px">Save</button></div>',
    /lower than 40 pixels/,
  ],
  [
    'textAreas',
    '<textarea rows="1" cols="10" placeholder="Only your team sees notes."></textarea>',
    /textarea/,
  ],
]

test.each(faults)('the rule %s finds %s', async (name, html, expected) => {
  await page.setContent(`${start}${html}</main>`)
  const visit = { dashboard, page, scene, refused: [] }
  expect((await all[name](visit)).join('\n')).toMatch(expected)
})

test('a control that Tab skips is found', async () => {
  await page.setContent(
    `${start}<button>Save</button><button>Skipped</button><button>Last</button>`,
  )
  await page.evaluate(`document.querySelector('button').addEventListener('keydown', (event) => {
    event.preventDefault()
    document.querySelectorAll('button')[2].focus()
  })`)
  const found = await rules.keyboard({ dashboard, page, scene, refused: [] })
  expect(found.join('\n')).toMatch(/not reached: <button>Skipped/)
})

test('errors in the console and refused requests are problems', async () => {
  const other = await dashboard.open('/sign-in')
  await other.evaluate('console.error("broken"); void Promise.resolve().then(() => { throw 7 })')
  const visit = { dashboard, page: other, scene, refused: ['403: /v1/members'] }
  await expect.poll(() => rules.console(visit)).toContain('broken')
  expect(await rules.permissions(visit)).toEqual(['403: /v1/members'])
})
