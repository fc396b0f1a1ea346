import { decimalId } from '../core/ids.ts'
import type { Network } from '../core/sandbox.ts'
import { graphApi, metaNetwork } from '../graph/network.ts'
import { metaSettings } from '../graph/settings.ts'
import { resumeFetches } from '../publishing/containers.ts'
import { threadsDialog } from './consent.ts'
import { fetchVideo } from './containers.ts'
import { sendThreadsReply } from './events.ts'
import { newAccount, seed } from './people.ts'
import { threadsGraph } from './routes.ts'
import { threadsSettings } from './settings.ts'

export const threads: Network = {
  ...metaNetwork({ code: 4, text: 'Application request limit reached', usageType: null }),
  id: 'threads',
  name: 'Threads',
  accent: null,
  app: { client_id: '900100100100101', client_secret: 'sandbox-threads-secret' },
  seed,
  newAccount,
  dialog: threadsDialog,
  apis: [graphApi(threadsGraph)],
  posts: {
    defaults: { media_type: 'TEXT_POST', product_type: 'THREADS' },
    permalinks: ['/threads/www/:user/post/:code'],
    code: 'shortcode',
  },
  comments: {
    newId: () => decimalId('181', 17),
    nests: true,
    ownerName: (owner) => owner.username,
    sendWebhook(sandbox, comment, change) {
      if (change === 'add') sendThreadsReply(sandbox, comment)
    },
  },
  settings: [threadsSettings, metaSettings],
  resume: (sandbox) => resumeFetches(sandbox, 'threads', fetchVideo),
}
