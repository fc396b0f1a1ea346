import type { Platform, ServerPlatformSetup } from '../contract/platform.ts'
import { clientDocument, documentPath, findClientProblem, keysPath, publicKeys } from './client.ts'
import { blueskyComments } from './comments.ts'
import { blueskyConnect } from './connect.ts'
import { createDpopCall } from './dpop.ts'
import { blueskyInsights } from './insights.ts'
import { blueskyMedia, blueskyText } from './limits.ts'
import { blueskyPublish } from './publish.ts'
import { blueskyPermissions } from './scopes.ts'
import { blueskyTokens } from './tokens.ts'

/** Bluesky (AT Protocol): every account has its own server. */
export function createBluesky(serverSetup: ServerPlatformSetup): Platform {
  const setup = { ...serverSetup, send: createDpopCall(serverSetup) }
  return {
    value: 'bluesky',
    name: 'Bluesky',
    mark: 'M12 11C10.7 8.5 7.5 4.6 4.7 4.2C3.2 4 2.6 5 2.7 6.6C2.8 8.6 3.3 11.4 4.2 12.3C5.2 13.3 7 13.3 8.4 13.1C6.3 13.6 4.6 14.6 5.6 16.6C6.6 18.6 8.4 20.3 9.9 19.3C11.2 18.4 11.7 16.4 12 15.5C12.3 16.4 12.8 18.4 14.1 19.3C15.6 20.3 17.4 18.6 18.4 16.6C19.4 14.6 17.7 13.6 15.6 13.1C17 13.3 18.8 13.3 19.8 12.3C20.7 11.4 21.2 8.6 21.3 6.6C21.4 5 20.8 4 19.3 4.2C16.5 4.6 13.3 8.5 12 11Z',
    accounts: 'people',
    permissions: blueskyPermissions,
    text: blueskyText,
    media: blueskyMedia,
    // bluesky.md §3.2, §3.5.
    writing: {
      mentions: {
        works: true,
        help: {
          en: 'Use the full handle: @name.bsky.social',
          de: 'Vollständiger Handle: @name.bsky.social',
        },
      },
      linkCard: 'option',
    },
    // The apps show the whole text.
    preview: { layout: 'thread', foldChars: 300, foldLines: 40 },
    connect: blueskyConnect(setup),
    publish: blueskyPublish(setup),
    comments: blueskyComments(setup),
    insights: blueskyInsights(setup),
    tokens: blueskyTokens(setup),
    clientDocuments: {
      [documentPath]: async () => clientDocument(setup.publicUrl),
      [keysPath]: () => publicKeys(setup),
    },
    findProblem: findClientProblem,
  }
}
