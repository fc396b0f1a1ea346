import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { type Author, authorOf, handleOf } from './authors.ts'
import type { Call } from './call.ts'
import { contentHtml } from './content-html.ts'
import { notFound } from './errors.ts'
import { isCurrent, originOf, type Server, serverOf } from './servers.ts'
import { authenticate, authenticateIfGiven } from './session.ts'

const noLinks = { mention: () => null, tag: () => '' }

/** An Account entity (mastodon.md §2). `uri` exists since 4.2, and not in the other program. */
export function accountJson(sandbox: Sandbox, server: Server, author: Author): object {
  const { id, username, acct, url, uri } = handleOf(sandbox, server, author)
  const { account } = author
  const picture = `${originOf(sandbox, server)}/pictures/${id}`
  return {
    id,
    username,
    acct,
    url,
    ...(server.isOtherProgram ? {} : { uri }),
    display_name: account?.name ?? author.name,
    note: contentHtml(account?.biography ?? '', noLinks),
    avatar: picture,
    avatar_static: picture,
    header: picture,
    header_static: picture,
    bot: false,
    locked: account?.is_private ?? false,
    group: false,
    discoverable: true,
    created_at: new Date(account?.created_at ?? 0).toISOString(),
    ...countersOf(sandbox, account),
    emojis: [],
    fields: [],
    ...(account ? stateOf(sandbox, account) : {}),
  }
}

function countersOf({ state }: Sandbox, account: Readonly<Account> | null) {
  if (!account) {
    return { followers_count: 0, following_count: 0, statuses_count: 1, last_status_at: null }
  }
  const posts = state.posts.by('account', account.id)
  const replies = state.comments.by('author', account.id)
  const newest = Math.max(...[...posts, ...replies].map(({ created_at }) => created_at))
  return {
    followers_count: account.followers,
    following_count: account.following,
    statuses_count: posts.length + replies.length,
    last_status_at: Number.isFinite(newest) ? new Date(newest).toISOString().slice(0, 10) : null,
  }
}

/** `moved`, `suspended` and `limited`, from the account's facts. */
function stateOf(sandbox: Sandbox, { facts = {} }: Readonly<Account>): object {
  const target = facts.moved_to && sandbox.state.accounts.by('second', facts.moved_to)[0]
  return {
    ...(target ? { moved: accountJson(sandbox, serverOf(target), authorOf(target)) } : {}),
    ...(facts.suspended === 'true' ? { suspended: true } : {}),
    ...(facts.limited === 'true' ? { limited: true } : {}),
  }
}

/** `GET /api/v1/accounts/verify_credentials`, with the person's defaults in `source`. */
export function verifyCredentials(call: Call) {
  const { sandbox, server } = call
  const scopes = isCurrent(server) ? ['profile', 'read:accounts'] : ['read:accounts']
  const { account } = authenticate(call, ...scopes)
  const { privacy = 'public', sensitive, language = '' } = account.facts ?? {}
  return {
    ...accountJson(sandbox, server, authorOf(account)),
    source: {
      privacy,
      sensitive: sensitive === 'true',
      language,
      note: account.biography,
      fields: [],
      follow_requests_count: 0,
      ...(isCurrent(server) ? { quote_policy: 'public' } : {}),
    },
  }
}

/** `GET /api/v1/accounts/:id`, for accounts of this server. */
export function readAccount(call: Call) {
  authenticateIfGiven(call, 'read:accounts')
  return accountJson(call.sandbox, call.server, authorOf(findAccount(call)))
}

export function findAccount({ sandbox, server, id }: Call): Readonly<Account> {
  const account = sandbox.state.accounts.get(id)
  if (account?.platform !== 'mastodon' || account.server !== server.label) throw notFound()
  return account
}
