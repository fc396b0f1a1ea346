import type { Comment } from '../core/content.ts'
import { serverOrigin } from '../core/hosts.ts'
import type { Network, Sandbox } from '../core/sandbox.ts'
import { newCommentId } from './comments.ts'
import { wordpressDialog } from './consent.ts'
import { htmlPage } from './errors.ts'
import { newAccount, seed } from './people.ts'
import { newPostId } from './posts-store.ts'
import { wordpressApis } from './routes.ts'
import { settingsOf, wordpressSettings } from './settings.ts'
import { sites } from './sites.ts'

export const wordpress: Network = {
  id: 'wordpress',
  name: 'WordPress',
  accent: '#3858e9',
  app: null,
  hosts: Object.fromEntries(sites.map(({ label, prefix }) => [label, prefix])),
  seed,
  newAccount,
  enteredBy: (sandbox, { server }) => new URL(serverOrigin(sandbox, server!)).host,
  dialog: wordpressDialog,
  apis: wordpressApis,
  posts: {
    defaults: { media_type: 'POST', product_type: '' },
    newId: newPostId,
    permalinks: [],
    code: 'id',
  },
  comments: {
    newId: newCommentId,
    nests: true,
    ownerName: (owner) => owner.name,
    sendWebhook: (sandbox, comment, change) => {
      if (change === 'add') moderate(sandbox, comment)
    },
  },
  settings: [wordpressSettings],
  faultResponse,
  hasRefreshTokens: false,
  // Core tells nobody (wordpress.md §7).
  sendDeauthorize: () => undefined,
}

/** A visitor's comment waits for approval where the site asks for it. */
function moderate(sandbox: Sandbox, comment: Readonly<Comment>): void {
  const waits = settingsOf(sandbox).wordpress_moderates_comments && comment.author_id === null
  if (waits) sandbox.state.comments.update(comment.id, { hidden: true })
}

/** What a host in front of the site answers, in HTML: too many requests, maintenance (wordpress.md §5). */
function faultResponse(_sandbox: Sandbox, kind: 'rate_limited' | 'transient'): Response {
  if (kind === 'rate_limited') return htmlPage(429, 'Too Many Requests', { 'retry-after': '30' })
  return htmlPage(503, 'Briefly unavailable for scheduled maintenance. Check back in a minute.')
}
