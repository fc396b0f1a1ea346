import { DAY_MS } from '../core/clock.ts'
import { decimalId } from '../core/ids.ts'
import type { Network } from '../core/sandbox.ts'
import { graphApi, metaNetwork } from '../graph/network.ts'
import { metaSettings } from '../graph/settings.ts'
import { newCommentId } from './comments.ts'
import { facebookDialog } from './consent.ts'
import { sendFacebookComment, sendFacebookReaction } from './events.ts'
import { addPage, newAccount, seed } from './people.ts'
import { facebookGraph, facebookUpload } from './routes.ts'
import { facebookSettings } from './settings.ts'

export const facebook: Network = {
  ...metaNetwork({
    code: 80001,
    text: '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
    usageType: 'pages',
  }),
  id: 'facebook',
  name: 'Facebook',
  accent: '#0b5fcc',
  app: { client_id: '900300300300303', client_secret: 'sandbox-facebook-secret' },
  dataAccessMs: 90 * DAY_MS,
  seed,
  newAccount,
  addPage,
  dialog: facebookDialog,
  apis: [graphApi(facebookGraph), graphApi(facebookUpload)],
  posts: {
    defaults: { media_type: 'status', product_type: '' },
    newId: (account) => `${account.id}_${decimalId('12', 16)}`,
    permalinks: ['/facebook/www/:user/posts/:code'],
    code: 'shortcode',
  },
  comments: {
    newId: newCommentId,
    nests: false,
    ownerName: (owner) => owner.name,
    sendWebhook: sendFacebookComment,
    sendLikeWebhook: sendFacebookReaction,
  },
  settings: [facebookSettings, metaSettings],
}
