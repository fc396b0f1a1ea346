import { limits } from '../../core/limits.ts'
import { PlatformError } from '../errors.ts'
import type { FacebookApi, FacebookPage } from './api.ts'

const businessesMax = 25

/**
 * Tasks that let a person publish; pages of the new experience have words of their own
 * (facebook-pages.md §2).
 */
const publishTasks = new Set([
  'CREATE_CONTENT',
  'MANAGE',
  'PROFILE_PLUS_CREATE_CONTENT',
  'PROFILE_PLUS_MANAGE',
  'PROFILE_PLUS_FULL_CONTROL',
])

/**
 * Every page the login shows: the person's own list and, since it leaves out pages of business
 * portfolios, those of each portfolio. Merged by id; the copy with a token wins (facebook-pages.md
 * §2, §8). The portfolios are optional: what they refuse is left out.
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
      const known = pages.get(page.id)
      if (!known ? pages.size < max : !known.access_token && page.access_token) {
        pages.set(page.id, page)
      }
    }
  }
  merge(await api.listPages(access, '/me/accounts', max))
  if (!granted.includes('business_management')) return [...pages.values()]
  const businesses = await optional(api.listBusinesses(access, businessesMax))
  const edges = businesses.flatMap((id) => [`/${id}/owned_pages`, `/${id}/client_pages`])
  const lists = await Promise.all(edges.map((edge) => optional(api.listPages(access, edge, max))))
  merge(lists.flat())
  return [...pages.values()]
}

/** Whether the person's role on the page allows publishing; an edge without tasks does not say. */
export function canPublish(page: FacebookPage): boolean {
  return !page.tasks || page.tasks.some((task) => publishTasks.has(task))
}

/** Scope → pages it is limited to. Best effort: an answer without it limits nothing (§1.4). */
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

async function optional<T>(list: Promise<T[]>): Promise<T[]> {
  try {
    return await list
  } catch (err) {
    if (err instanceof PlatformError) return []
    throw err
  }
}
