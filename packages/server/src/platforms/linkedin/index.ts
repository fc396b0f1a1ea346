import type { AppRules, Platform, PlatformSetup } from '../contract/platform.ts'
import { linkedinConnect } from './connect.ts'
import { linkedinMedia, linkedinText } from './limits.ts'
import { isShareApp, permissionsOf } from './permissions.ts'
import { linkedinPublish } from './publish.ts'
import { linkedinReview } from './review.ts'
import { linkedinTokens } from './tokens.ts'
import { versionOf } from './version.ts'

const clientId = /^[a-z0-9]{8,40}$/i

const app: AppRules = {
  where: 'LinkedIn Developer Portal → My apps → Auth: Client ID and Primary Client Secret.',
  findFormatError: ({ clientId: id }, name) =>
    clientId.test(id) ? null : `${name}_CLIENT_ID is not made of letters and digits`,
  version: versionOf,
}

/** LinkedIn: people and, with the Community Management API, the pages that they administer. */
export function createLinkedin(setup: PlatformSetup): Platform {
  return {
    value: 'linkedin',
    name: 'LinkedIn',
    mark: 'M8.2 3h7.6a5.2 5.2 0 0 1 5.2 5.2v7.6a5.2 5.2 0 0 1-5.2 5.2H8.2A5.2 5.2 0 0 1 3 15.8V8.2A5.2 5.2 0 0 1 8.2 3ZM8 10.8V16.5M8 7.6V7.7M12 16.5V10.8M16.2 16.5V13.2A2.1 2.1 0 0 0 12 13.2',
    accounts: 'pages',
    permissions: permissionsOf(setup.app),
    text: linkedinText,
    media: linkedinMedia,
    writing: {
      mentions: {
        works: false,
        help: {
          en: 'Not available: @name stays plain text',
          de: 'Nicht möglich: @name bleibt normaler Text',
        },
      },
      linkCard: 'option',
    },
    // The fold is undocumented; observed on the platform.
    preview: { layout: 'text_first', foldChars: 210, foldLines: 3 },
    app,
    ...(isShareApp(setup.app) ? {} : { review: linkedinReview }),
    connect: linkedinConnect(setup),
    publish: linkedinPublish(setup),
    tokens: linkedinTokens(setup),
  }
}
