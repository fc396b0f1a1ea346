import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeApi } from '../../src/app.ts'
import { areasOf, type OperationDocument } from '../../src/pages/docs/areas.ts'
import { guides } from '../../src/pages/docs/guide-list.ts'
import { eventTypes } from '../../src/schemas/event.ts'
import { desktop, phone } from '../browser.ts'
import { buildWebhook } from '../build-webhook.ts'
import { type DashboardBrowser, signInOwner } from '../dashboard.ts'
import { type Docs, openDocs } from '../docs-pages.ts'
import { narrow, pageFaults, widthFaults } from '../page-rules.ts'

let docs: Docs
let owner: DashboardBrowser

beforeAll(async () => {
  docs = await openDocs()
  owner = await signInOwner(docs.testApp)
  await buildWebhook(docs.testApp, { url: 'https://hooks.example.com/postern' })
})
afterAll(() => docs.close())

type Scene = {
  name: string
  path: string
  /** Waits until the page is complete, after the steps that lead to this state. */
  ready?: (page: Page) => Promise<unknown>
  isOnPhonesOnly?: boolean
}

const search = async (page: Page, query: string) => {
  const field = page.getByRole('combobox', { name: 'Search the documentation' })
  await field.pressSequentially(query)
}

/** One page of each template, and its states. */
const scenes: Scene[] = [
  { name: 'introduction', path: '/docs' },
  { name: 'guides', path: '/docs/guides' },
  { name: 'guide', path: '/docs/guides/webhooks' },
  { name: 'events', path: '/docs/events' },
  {
    name: 'event',
    path: '/docs/events/post.published',
    ready: (page) => page.getByLabel('Endpoint').waitFor(),
  },
  { name: 'errors', path: '/docs/errors' },
  {
    name: 'errors-filtered',
    path: '/docs/errors',
    ready: async (page) => {
      await page.getByLabel('Filter codes').fill('key revoked')
      await page.getByText(/^\d+ of \d+ codes$/).waitFor()
    },
  },
  { name: 'search', path: '/docs/search?q=resend' },
  { name: 'search-nothing', path: '/docs/search?q=xyzzyqwert' },
  {
    name: 'suggestions',
    path: '/docs/guides',
    ready: async (page) => {
      await search(page, 'resend')
      await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'suggestions-nothing',
    path: '/docs/guides',
    ready: async (page) => {
      await search(page, 'xyzzyqwert')
      await page.getByRole('status').filter({ hasText: 'No results' }).waitFor()
    },
  },
  {
    name: 'reference',
    path: '/docs/reference/media#/Media/getMedia/response/id',
    ready: (page) => page.locator('.fields > div:target').waitFor(),
  },
  {
    name: 'reference-response',
    path: '/docs/reference/media',
    ready: async (page) => {
      for (const details of await page.getByText('Try it out', { exact: true }).all())
        await details.click()
      const operation = page.locator('[id="/Media/listMedia"]')
      await operation.getByRole('button', { name: 'Send' }).click()
      await operation.getByText('Response headers').click()
      await operation.getByText('Sent request as curl').click()
    },
  },
  {
    name: 'reference-authorize',
    path: '/docs/reference/api-keys',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Authorize' }).first().click()
      await page.getByRole('dialog', { name: 'Authorize' }).waitFor()
    },
  },
  {
    name: 'reference-menu',
    path: '/docs/reference/platforms',
    isOnPhonesOnly: true,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Operations', exact: true }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'List platforms' }).waitFor()
    },
  },
]

test.each(scenes)(
  'the documentation page $name is accessible, fits the screen and uses no other host',
  async (scene) => {
    const viewport = scene.isOnPhonesOnly ? phone : desktop
    const { page, complaints, foreign } = await docs.open(scene.path, {
      viewport,
      cookie: owner.cookie(),
    })
    await scene.ready?.(page)
    expect(await pageFaults(page, `docs-${scene.name}`)).toEqual([])
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  },
)

test('every guide, event and area of the reference fits a narrow screen', async () => {
  const { page } = await docs.open('/docs', { viewport: narrow })
  const faults: Record<string, string[]> = {}
  const names = [
    ...guides.map(({ name }) => `guides/${name}`),
    ...eventTypes.map((type) => `events/${type}`),
    ...areasOf(describeApi() as OperationDocument).map(({ name }) => `reference/${name}`),
  ]
  for (const name of names) {
    await page.goto(new URL(`/docs/${name}`, page.url()).href)
    const found = await widthFaults(page)
    if (found.length > 0) faults[name] = found
  }
  expect(faults).toEqual({})
})
