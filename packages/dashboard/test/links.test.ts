import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltWebhook, buildWebhook } from '../../server/test/build-webhook.ts'
import { fillClients } from './clients-seed.ts'
import { type Dashboard, openDashboard, settled } from './dashboard.ts'

const manyPagesMs = 300_000
const source = join(import.meta.dirname, '..', 'src')

let dashboard: Dashboard
/** An endpoint with deliveries. */
let endpoint: BuiltWebhook

beforeAll(async () => {
  dashboard = await openDashboard()
  await fillClients(dashboard.testApp)
  const { testApp } = dashboard
  endpoint = await buildWebhook(testApp, { url: 'http://127.0.0.1:9/hooks' })
  await testApp.call('POST', `${endpoint.path}/test`)
})
afterAll(async () => await dashboard.close())

test('every link in the pages leads to an existing page', {
  timeout: manyPagesMs,
}, async () => {
  const page = await dashboard.open('/')
  const walked = new Map<string, string>()
  const outside = new Set(writtenLinks())
  const waiting = ['/dashboard/', `/dashboard/webhooks/${endpoint.id}`]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (walked.has(shapeOf(next))) continue
    walked.set(shapeOf(next), next)
    await page.goto(new URL(next, page.url()).href)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await settled(page)
    const deadEnd = page.getByRole('heading', { name: /not found$|couldn’t be loaded/i })
    expect(await deadEnd.count(), next).toBe(0)
    for (const link of await linksOf(page)) {
      if (link.startsWith('/dashboard')) waiting.push(link)
      else outside.add(link)
    }
  }
  // The crawl reached the deepest pages.
  expect(walked.size).toBeGreaterThan(25)
  expect([...walked.keys()]).toContain('/dashboard/webhooks/:id/deliveries/:id')
  expect(outside).toContain('/docs')
  for (const link of outside) await expectServed(link)
})

/** Links without values that are written in the sources, including ones not rendered now. */
function writtenLinks(): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((name) => {
    const text = readFileSync(join(source, name), 'utf8')
    return [...text.matchAll(/['"`](\/docs[^'"`\s$]*)['"`]/g)].map(([, link]) => link!)
  })
}

/** Links to the dashboard's own pages, without hosted pages and files. */
async function linksOf(page: Page): Promise<string[]> {
  const script = `[...document.querySelectorAll('a[href]')]
    .map((each) => new URL(each.href))
    .filter(({ origin, pathname }) => origin === location.origin && !/^\\/(connect|media)\\//.test(pathname))
    .filter(({ pathname, hash }) => !(pathname === location.pathname && hash))
    .map(({ pathname, search, hash }) => pathname + search + hash)`
  return (await page.evaluate(script)) as string[]
}

/** Pages that differ only in IDs count as one. */
function shapeOf(link: string): string {
  const { pathname, searchParams } = new URL(link, 'http://localhost')
  const path = pathname.replaceAll(/\/([a-z]+_[0-9a-z]{20,}|[0-9a-f-]{36})/g, '/:id')
  const names = [...searchParams.keys()].filter((name) => name !== 'profile').sort()
  return names.length > 0 ? `${path}?${names.join('&')}` : path
}

/** The server serves the page, and the anchor exists on it. */
async function expectServed(link: string): Promise<void> {
  const url = new URL(link, dashboard.testApp.ctx.config.publicUrl)
  const response = await fetch(url)
  expect(response.status, link).toBe(200)
  const html = await response.text()
  if (url.hash) expect(html, link).toContain(`id="${url.hash.slice(1)}"`)
}
