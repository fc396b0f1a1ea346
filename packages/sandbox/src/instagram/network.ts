import type { Network } from '../core/sandbox.ts'
import { graphApi, metaNetwork } from '../graph/network.ts'
import { metaSettings } from '../graph/settings.ts'
import { resumeFetches } from '../publishing/containers.ts'
import { newCommentId } from './comments.ts'
import { instagramDialog } from './consent.ts'
import { fetchReel } from './containers.ts'
import { sendInstagramComment } from './events.ts'
import { newAccount, seed } from './people.ts'
import { instagramApi, instagramGraph } from './routes.ts'
import { instagramSettings } from './settings.ts'

export const instagram: Network = {
  ...metaNetwork({
    code: 80002,
    text: 'There have been too many calls to this Instagram account. Wait a bit and try again.',
    usageType: 'instagram',
  }),
  id: 'instagram',
  name: 'Instagram',
  accent: '#c1175f',
  app: { client_id: '900200200200202', client_secret: 'sandbox-instagram-secret' },
  seed,
  newAccount,
  dialog: instagramDialog,
  apis: [graphApi(instagramGraph), graphApi(instagramApi)],
  posts: {
    defaults: { media_type: 'IMAGE', product_type: 'FEED' },
    permalinks: ['/instagram/www/p/:code/', '/instagram/www/reel/:code/'],
    code: 'shortcode',
  },
  comments: {
    newId: newCommentId,
    nests: false,
    ownerName: (owner) => owner.username,
    sendWebhook(sandbox, comment, change) {
      if (change === 'add') sendInstagramComment(sandbox, comment)
    },
  },
  settings: [instagramSettings, metaSettings],
  resume: (sandbox) => resumeFetches(sandbox, 'instagram', fetchReel),
}
