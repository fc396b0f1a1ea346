import type { Account } from '@postern/sdk'
import { useQuery } from '@tanstack/react-query'
import { clientFor } from '../../../api/client.ts'
import { platformOf } from '../../../api/platforms.ts'
import type { Trigger } from '../../../parts/trigger.ts'
import { useAccountsWithLimits } from '../../../session/use-accounts.ts'
import { usedHashtags } from './hashtags.ts'
import { type Person, peopleToMention } from './mentions.ts'

export type WritingSuggestion =
  | { sign: '#'; text: string; count: number }
  | { sign: '@'; text: string; person: Person }

const shownMax = 6
const recentMax = 100
const staleMs = 5 * 60_000

/**
 * What completes the typed hashtag or mention: hashtags of the profile's 100 latest posts, own
 * accounts and authors of its 100 latest comments. Loaded when the first sign is typed.
 */
export function useTagsAndPeople(
  trigger: Trigger | null,
  profileId: string | null,
  accounts: readonly Account[],
): readonly WritingSuggestion[] {
  const sign = profileId === null ? null : trigger?.sign
  const query = trigger?.query.toLowerCase() ?? ''
  const tags = useQuery({
    queryKey: ['composer-hashtags', profileId],
    queryFn: async ({ signal }) => {
      const { data } = await clientFor(profileId).posts.list({ limit: recentMax }, { signal })
      return usedHashtags(data)
    },
    enabled: sign === '#',
    staleTime: staleMs,
  })
  const comments = useQuery({
    queryKey: ['composer-commenters', profileId],
    queryFn: async ({ signal }) => {
      const { data } = await clientFor(profileId).comments.list({ limit: recentMax }, { signal })
      return data
    },
    enabled: sign === '@',
    staleTime: staleMs,
  })
  const every = useAccountsWithLimits().data ?? []
  if (sign === '#') {
    return (tags.data ?? [])
      .filter(({ tag }) => startsWith(tag.slice(1), query))
      .slice(0, shownMax)
      .map(({ tag, count }) => ({ sign, text: tag, count }))
  }
  if (sign !== '@') return []
  const own = every.filter(({ profile_id }) => profile_id === profileId)
  const mentioning = accounts.filter(({ platform }) => platformOf(platform)?.writing.mentions)
  const platforms = new Set(mentioning.map(({ platform }) => platform))
  return peopleToMention(own, comments.data ?? [], platforms)
    .filter(({ username }) => startsWith(username, query))
    .slice(0, shownMax)
    .map((person) => ({ sign, text: `@${person.username}`, person }))
}

/** What is already complete is not suggested. */
function startsWith(name: string, query: string): boolean {
  const lower = name.toLowerCase()
  return lower.startsWith(query) && lower !== query
}
