import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dashboard } from '../dashboard.ts'
import type { Rule } from './rule.ts'

/** Every link leads to a page that exists, and the page itself is one. */
export const links: Rule = async ({ dashboard, page, scene }) => {
  const deadEnd = page.getByRole('heading', { name: /not found$|couldn’t be loaded/i })
  const isDeadEnd = scene.state !== 'failing' && !scene.isMissing && (await deadEnd.count()) > 0
  const problems = isDeadEnd ? [`dead end: ${await deadEnd.first().innerText()}`] : []
  const found = (await page.evaluate(linksOfPage)) as string[]
  const results = await Promise.all(found.map((link) => problemOf(dashboard, link)))
  return [...problems, ...results.filter((problem) => problem !== null)]
}

/** Links to this site, without files and the steps of a client. */
const linksOfPage = `[...document.querySelectorAll('a[href]')]
  .map((each) => new URL(each.href))
  .filter(({ origin, pathname }) => origin === location.origin && !/^\\/(connect|media)\\//.test(pathname))
  .filter(({ pathname, hash }) => !(pathname === location.pathname && hash))
  .map(({ pathname, search, hash }) => pathname + search + hash)`

/** The paths in the table of `src/router.tsx`. */
export const routes: readonly string[] = [
  '/',
  ...[...readRouter().matchAll(/^ {2}'(\/[^']*)': \(\) => import/gm)].map(([, path]) => path!),
]

function readRouter(): string {
  return readFileSync(join(import.meta.dirname, '..', '..', 'src', 'router.tsx'), 'utf8')
}

/** The path in the table that a URL of the dashboard belongs to. */
export function routeOf(pathname: string): string | undefined {
  const literal = routes.find((route) => route === pathname)
  return literal ?? routes.find((route) => patternOf(route).test(pathname))
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`)
}

/** Each target is checked once per test app. */
const checked = new WeakMap<Dashboard, Map<string, Promise<string | null>>>()

async function problemOf(dashboard: Dashboard, link: string): Promise<string | null> {
  const known = checked.get(dashboard) ?? new Map<string, Promise<string | null>>()
  checked.set(dashboard, known)
  const problem = known.get(link) ?? findProblem(dashboard, link)
  known.set(link, problem)
  return await problem
}

async function findProblem(dashboard: Dashboard, link: string): Promise<string | null> {
  const url = new URL(link, dashboard.testApp.ctx.config.publicUrl)
  const path = url.pathname.replace(/^\/dashboard(?=\/|$)/, '') || '/'
  if (!url.pathname.startsWith('/dashboard')) return await findServedProblem(dashboard, url)
  if (!routeOf(path)) return `${link}: not a page`
  for (const resource of resourcesOf(path, url.searchParams)) {
    const { status } = await dashboard.testApp.call('GET', `/v1${resource}`)
    if (status !== 200) return `${link}: ${resource} is ${status}`
  }
  return null
}

/** The resources that a page shows: of its path, and of its query parameters. */
function resourcesOf(path: string, params: URLSearchParams): string[] {
  const named = { profile: 'profiles', account: 'accounts', comment: 'comments' }
  const inQuery = Object.entries(named).flatMap(([name, list]) => {
    const id = params.get(name)
    return id ? [`/${list}/${id}`] : []
  })
  const own = path.replace(/\/edit$/, '')
  const hasId = /\/(?:[a-z]+_[0-9a-z]{20,}|[0-9a-f-]{36})$/.test(own)
  return hasId ? [own, ...inQuery] : inQuery
}

/** The server serves the page, and the anchor exists on it. */
async function findServedProblem({ testApp }: Dashboard, url: URL): Promise<string | null> {
  const response = await testApp.app.request(url.pathname + url.search)
  if (response.status !== 200) return `${url.pathname}: ${response.status}`
  const hasAnchor = !url.hash || (await response.text()).includes(`id="${url.hash.slice(1)}"`)
  return hasAnchor ? null : `${url.pathname}${url.hash}: no such heading`
}
