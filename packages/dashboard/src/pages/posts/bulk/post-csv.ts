import type { AccountListItem, Post } from '@postern/sdk'
import { csvText } from '../../../parts/download.ts'
import { joinTexts } from '../../../post/published-content.ts'

type Names = {
  profileName: (id: string) => string
  accountOf: (id: string) => AccountListItem | undefined
}

const columns = [
  'id',
  'profile',
  'status',
  'scheduled_at',
  'published_at',
  'accounts',
  'text',
  'tags',
  'links',
  'errors',
  'external_id',
  'created_at',
] as const

/** One line per post; times are in UTC. Several accounts, links or errors are on lines of a cell. */
export function postsCsv(posts: readonly Post[], { profileName, accountOf }: Names): string {
  const rowOf = (post: Post): Record<(typeof columns)[number], string | null> => ({
    id: post.id,
    profile: profileName(post.profile_id),
    status: post.status,
    scheduled_at: post.scheduled_at,
    published_at: post.published_at,
    accounts: lines(
      post.targets.map(
        ({ account_id, platform }) =>
          `${platform} ${accountOf(account_id)?.username ?? account_id}`,
      ),
    ),
    text: joinTexts([post, ...post.thread]),
    tags: post.tags.join(', '),
    links: lines(post.targets.map(({ permalink }) => permalink)),
    errors: lines(post.targets.map(({ error }) => error?.code)),
    external_id: post.external_id,
    created_at: post.created_at,
  })
  const rows = posts.map((post) => {
    const row = rowOf(post)
    return columns.map((column) => row[column])
  })
  return csvText([[...columns], ...rows])
}

function lines(values: readonly (string | null | undefined)[]): string {
  return values.filter(Boolean).join('\n')
}
