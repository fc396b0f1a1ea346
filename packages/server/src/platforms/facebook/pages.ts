import { limits } from '../../core/limits.ts'
import { PlatformError } from '../contract/errors.ts'
import type { FacebookApi, FacebookPage, TokenFacts } from './api.ts'

const businessesMax = 25
/** Pages read one by one. */
const namedPagesMax = 50

/**
 * Tasks that allow publishing; new Pages experience tasks start with `PROFILE_PLUS`
 * (facebook.md §2).
 */
const publishTasks = new Set([
  'CREATE_CONTENT',
  'MANAGE',
  'PROFILE_PLUS_CREATE_CONTENT',
  'PROFILE_PLUS_MANAGE',
  'PROFILE_PLUS_FULL_CONTROL',
])

/**
 * All pages of the login: the person's list, which omits pages of business portfolios, those of each
 * portfolio, and those that only the token names. Merged by id; the copy with a token wins
 * (facebook.md §2). Refused calls for portfolios and single pages are ignored. `isTruncated`
 * if there are more.
 */
export async function listAllPages(
  api: FacebookApi,
  access: string,
  granted: readonly string[],
  named: ReadonlySet<string> = new Set(),
): Promise<{ pages: FacebookPage[]; isTruncated: boolean }> {
  const max = limits.connect.pagesMax
  let isTruncated = false
  const pages = new Map<string, FacebookPage>()
  const merge = (list: FacebookPage[]) => {
    for (const page of list) {
      const existing = pages.get(page.id)
      if (existing ? !existing.access_token && page.access_token : pages.size < max) {
        pages.set(page.id, page)
      } else if (!existing) isTruncated = true
    }
  }
  merge(await api.listPages(access, '/me/accounts', max + 1))
  if (granted.includes('business_management')) merge(await listPortfolioPages(api, access, max))
  const missing = [...named].filter((id) => !pages.has(id))
  if (missing.length > namedPagesMax) isTruncated = true
  const read = await Promise.all(
    missing
      .slice(0, namedPagesMax)
      .map((id) => emptyIfRefused(api.readPage(access, id).then((page) => [page]))),
  )
  merge(read.flat())
  return { pages: [...pages.values()], isTruncated }
}

async function listPortfolioPages(
  api: FacebookApi,
  access: string,
  max: number,
): Promise<FacebookPage[]> {
  const businesses = await emptyIfRefused(api.listBusinesses(access, businessesMax))
  const edges = businesses.flatMap((id) => [`/${id}/owned_pages`, `/${id}/client_pages`])
  const lists = await Promise.all(
    edges.map((edge) => emptyIfRefused(api.listPages(access, edge, max + 1))),
  )
  return lists.flat()
}

/** Whether the person's role on the page allows publishing; assumed if `tasks` is missing. */
export function canPublish(page: FacebookPage): boolean {
  return !page.tasks || page.tasks.some((task) => publishTasks.has(task))
}

/** Best effort: if the call fails, nothing is limited and no end is known (facebook.md §1.4). */
export async function inspectToken(api: FacebookApi, access: string): Promise<TokenFacts> {
  try {
    return await api.inspectToken(access)
  } catch (err) {
    if (err instanceof PlatformError) return { pageLimits: new Map(), endsAt: null }
    throw err
  }
}

async function emptyIfRefused<T>(list: Promise<T[]>): Promise<T[]> {
  try {
    return await list
  } catch (err) {
    if (err instanceof PlatformError) return []
    throw err
  }
}
