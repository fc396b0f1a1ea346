import type { Account, Comment, PlatformValue } from '@postern/sdk'

export type Person = {
  platform: PlatformValue
  username: string
  origin: 'own_account' | 'commenter'
}

/**
 * Who can be mentioned: the profile's own accounts, then people who commented recently, on the
 * platforms of `platforms` only. Each person once.
 */
export function peopleToMention(
  accounts: readonly Account[],
  comments: readonly Pick<Comment, 'platform' | 'author_username'>[],
  platforms: ReadonlySet<PlatformValue>,
): Person[] {
  const people: Person[] = [
    ...accounts.map(({ platform, username }) => ({
      platform,
      username,
      origin: 'own_account' as const,
    })),
    ...comments.map(({ platform, author_username: username }) => ({
      platform,
      username,
      origin: 'commenter' as const,
    })),
  ]
  const keyOf = ({ platform, username }: Person) => `${platform} ${username.toLowerCase()}`
  // A display name with spaces cannot be mentioned.
  const named = people.filter(
    ({ platform, username }) => platforms.has(platform) && /^[\p{L}\p{N}_.@-]+$/u.test(username),
  )
  const first = new Map(named.toReversed().map((person) => [keyOf(person), person]))
  return named.filter((person) => first.get(keyOf(person)) === person)
}
