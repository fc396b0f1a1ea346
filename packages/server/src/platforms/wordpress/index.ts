import type { Platform, ServerPlatformSetup } from '../contract/platform.ts'
import { wordpressComments } from './comments.ts'
import { wordpressConnect } from './connect.ts'
import { wordpressMedia, wordpressText } from './limits.ts'
import { wordpressPermissions } from './permissions.ts'
import { wordpressPublish } from './publish.ts'
import { wordpressTokens } from './tokens.ts'

/** Sites with WordPress on a server of their own. They have no metrics (wordpress.md §7). */
export function createWordpress(setup: ServerPlatformSetup): Platform {
  return {
    value: 'wordpress',
    name: 'WordPress',
    mark: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M4 9h4m-2 0 4.5 11M9.5 9h4m-2 0 3.5 10 2.5-7c.4-1.4 0-2.4-.8-3.6-.7-1.1-.2-2.4 1-2.4',
    accounts: 'pages',
    permissions: wordpressPermissions,
    text: wordpressText,
    media: wordpressMedia,
    // wordpress.md §3.
    writing: {
      mentions: {
        works: false,
        help: {
          en: 'A post on a website mentions nobody.',
          de: 'Ein Beitrag auf einer Website erwähnt niemanden.',
        },
      },
      linkCard: 'none',
    },
    // A page of the site shows the whole post.
    preview: { layout: 'text_first', foldChars: 65_000, foldLines: 2_000 },
    connect: wordpressConnect(setup),
    publish: wordpressPublish(setup),
    comments: wordpressComments(setup),
    tokens: wordpressTokens(setup),
  }
}
