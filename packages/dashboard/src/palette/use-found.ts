import { useDebouncedValue } from '@mantine/hooks'
import type { AccountListItem, Comment, Page, Post } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../api/use-data.ts'
import { profileName } from '../parts/visible-name.ts'
import { useProfiles } from '../session/use-profiles.ts'
import { useMember } from '../session/use-session.ts'
import { findById } from './find-by-id.ts'
import type { Found } from './item.ts'
import { isId, isPartOf } from './matches.ts'
import { useDescriptions } from './use-descriptions.ts'

const pauseMs = 150
const charsMin = 2
/** Results of each kind. */
export const shownMax = 5

/** What the text finds. Requests start when the user pauses, and those of an earlier text end. */
export function useFound(text: string) {
  const describe = useDescriptions()
  const isOwner = useMember().member.role === 'owner'
  const profiles = useProfiles()
  const [settled] = useDebouncedValue(text, pauseMs)
  const isById = isId(text)
  const isByText = !isById && text.length >= charsMin
  const query = { search: text, limit: shownMax }
  const options = { scope: 'all', enabled: isByText && settled === text } as const
  const posts = useData<Page<Post>>(
    'posts',
    ['palette', text],
    (client, signal) => client.posts.list(query, { signal }),
    options,
  )
  const comments = useData<Page<Comment>>(
    'comments',
    ['palette', text],
    (client, signal) => client.comments.list(query, { signal }),
    options,
  )
  const accounts = useData<Page<AccountListItem>>(
    'accounts',
    ['palette', text],
    (client, signal) => client.accounts.list(query, { signal }),
    options,
  )
  const members = useData(
    'members',
    'palette',
    (client, signal) => client.members.list({ limit: 100 }, { signal }),
    { scope: 'all', enabled: isOwner },
  )
  const byId = useData(
    'deliveries',
    ['palette', text],
    (client, signal) => findById(client, text, describe, signal),
    { scope: 'all', enabled: isById && settled === text },
  )
  const used: UseQueryResult<unknown, Error>[] = isById
    ? [byId]
    : isByText
      ? [posts, comments, accounts, ...(isOwner ? [members] : [])]
      : []
  const failed = used.filter(({ isError }) => isError)
  return {
    isById,
    isSearching: used.some(({ isPending }) => isPending),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const each of failed) void each.refetch()
    },
    byId: byId.data ?? none,
    profiles: !isByText
      ? none
      : profiles
          .filter(({ name, external_id }) => isPartOf([name, external_id], text))
          .slice(0, shownMax)
          .map((profile) => describe.profile({ ...profile, name: profileName(profile) })),
    accounts: accounts.data?.data.map(describe.account) ?? none,
    posts: posts.data?.data.map(describe.post) ?? none,
    comments: comments.data?.data.map(describe.comment) ?? none,
    members: !isByText
      ? none
      : (members.data?.data ?? [])
          .filter(({ name, email }) => isPartOf([name, email], text))
          .slice(0, shownMax)
          .map(describe.member),
  }
}

const none: Found[] = []
