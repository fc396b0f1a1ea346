import { limits } from '../../core/limits.ts'
import { PlatformError } from '../errors.ts'
import type { FacebookApi, FacebookPage } from './api.ts'

const businessesMax = 25

/** Tasks that allow publishing; new Pages experience tasks start with `PROFILE_PLUS` (facebook-pages.md §2). */
const publishTasks = new Set([
  'CREATE_CONTENT',
  'MANAGE',
  'PROFILE_PLUS_CREATE_CONTENT',
  'PROFILE_PLUS_MANAGE',
  'PROFILE_PLUS_FULL_CONTROL',
])

/**
 * All pages of the login: the person's list, which omits pages of business portfolios, and those of
 * each portfolio. Merged by id; the copy with a token wins (facebook-pages.md §2, §8). Refused
 * portfolio calls are ignored.
 */
export async function listAllPages(
  api: FacebookApi,
  access: string,
  granted: readonly string[],
): Promise<FacebookPage[]> {
  const max = limits.connect.pagesMax
  const pages = new Map<string, FacebookPage>()
  const merge = (list: FacebookPage[]) => {
    for (const page of list) {
      const existing = pages.get(page.id)
      if (!existing ? pages.size < max : !existing.access_token && page.access_token) {
        pages.set(page.id, page)
      }
    }
  }
  merge(await api.listPages(access, '/me/accounts', max))
  if (!granted.includes('business_management')) return [...pages.values()]
  const businesses = await emptyIfRefused(api.listBusinesses(access, businessesMax))
  const edges = businesses.flatMap((id) => [`/${id}/owned_pages`, `/${id}/client_pages`])
  const lists = await Promise.all(
    edges.map((edge) => emptyIfRefused(api.listPages(access, edge, max))),
  )
  merge(lists.flat())
  return [...pages.values()]
}

/** Whether the person's role on the page allows publishing; assumed if `tasks` is missing. */
export function canPublish(page: FacebookPage): boolean {
  return !page.tasks || page.tasks.some((task) => publishTasks.has(task))
}

/** Scope → pages it is limited to. Best effort: if the call fails, nothing is limited (§1.4). */
export async function pageLimits(
  api: FacebookApi,
  access: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  try {
    return await api.readPageLimits(access)
  } catch (err) {
    if (err instanceof PlatformError) return new Map()
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
