import type { Platform, ServerPlatformSetup } from '../contract/platform.ts'
import { mastodonComments } from './comments.ts'
import { mastodonConnect } from './connect.ts'
import { mastodonInsights } from './insights.ts'
import { mastodonMedia, mastodonText } from './limits.ts'
import { mastodonPermissions } from './permissions.ts'
import { mastodonPublish } from './publish.ts'
import { mastodonTokens } from './tokens.ts'

/** Mastodon and programs with its API, at the server of each account. */
export function createMastodon(setup: ServerPlatformSetup): Platform {
  return {
    value: 'mastodon',
    name: 'Mastodon',
    mark: 'M12 3.2c4.9 0 8 1.8 8 6.2v2.8c0 3.6-2.6 5-8 5-1.4 0-2.6-.1-3.6-.3.2 2 2.3 2.6 6.2 2.1M8 14V9.6a2 2 0 0 1 4 0v2.6m0-2.6a2 2 0 0 1 4 0V14',
    accounts: 'people',
    permissions: mastodonPermissions,
    text: mastodonText,
    media: mastodonMedia,
    // mastodon.md §3.2, §3.3.
    writing: {
      mentions: {
        works: true,
        help: {
          en: 'Use name and server: @name@mastodon.social',
          de: 'Name und Server: @name@mastodon.social',
        },
      },
      linkCard: 'first_link',
    },
    // Mastodon folds nothing; its app shows long posts in full up to about this length.
    preview: { layout: 'thread', foldChars: 500, foldLines: 40 },
    connect: mastodonConnect(setup),
    publish: mastodonPublish(setup),
    comments: mastodonComments(setup),
    insights: mastodonInsights(setup),
    tokens: mastodonTokens(setup),
  }
}
