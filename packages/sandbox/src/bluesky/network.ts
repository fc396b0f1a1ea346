import type { Api, CommentRules, Network } from '../core/sandbox.ts'
import { blueskyDialog } from './consent.ts'
import { didOfName } from './entries.ts'
import { XrpcError, xrpcResponse } from './errors.ts'
import { directory } from './identity.ts'
import { issuerEndpoint, issuerEndpoints, mountIssuer } from './oauth.ts'
import { newAccount, seed } from './people.ts'
import { rateLimited } from './rate-limits.ts'
import { hosts, type Issuer, issuers, type Pds, pdsLabels } from './servers.ts'
import { endSessionsOf } from './sessions.ts'
import { blueskySettings } from './settings.ts'
import { setHidden } from './threadgate.ts'
import { tid } from './tid.ts'
import { appview, mountPds, RESOURCE_DOCUMENT, xrpcName, xrpcNames } from './xrpc.ts'

const CALLS_MAX = 3_000
const CALLS_WINDOW_MS = 300_000

const labels = ['pds', 'otherpds', 'entryway'] as const
const isPds = (label: Pds | Issuer): label is Pds => pdsLabels.some((pds) => pds === label)
const isIssuer = (label: Pds | Issuer): label is Issuer =>
  issuers.some((issuer) => issuer === label)

/** One server: a PDS, an issuer of logins, or both. */
function server(label: Pds | Issuer): Api {
  const prefix = hosts[label]
  return {
    prefix,
    nameOf(_method, pathname) {
      const path = pathname.slice(prefix.length)
      if (path.startsWith('/xrpc/')) return xrpcName(path)
      return path === RESOURCE_DOCUMENT ? 'resource_document' : issuerEndpoint(path)
    },
    endpoints: [
      ...(isPds(label) ? ['resource_document', ...xrpcNames] : []),
      ...(isIssuer(label) ? issuerEndpoints : []),
    ],
    mount(app, sandbox) {
      if (isPds(label)) mountPds(app, sandbox, label)
      if (isIssuer(label)) mountIssuer(app, sandbox, label)
    },
  }
}

const comments: CommentRules = {
  newId: (_post, createdAt, { id, name }) => `${id ?? didOfName(name)}/${tid(createdAt)}`,
  nests: true,
  ownerName: (owner) => owner.username,
  sendWebhook(sandbox, comment, change) {
    if (change === 'edited') setHidden(sandbox, comment)
  },
}

export const bluesky: Network = {
  id: 'bluesky',
  name: 'Bluesky',
  accent: '#0a5fd6',
  app: null,
  seed,
  newAccount,
  accountServers: pdsLabels,
  accountChanged(sandbox, account) {
    if (account.status === 'suspended') endSessionsOf(sandbox, account.id)
  },
  enteredBy: (_sandbox, { username }) => username,
  dialog: blueskyDialog,
  hosts,
  apis: [...labels.map(server), directory, appview],
  posts: {
    defaults: { media_type: 'POST', product_type: '' },
    newId: (_account, createdAt) => tid(createdAt),
    permalinks: ['/bluesky/www/profile/:user/post/:code'],
    code: 'id',
  },
  comments,
  settings: [blueskySettings],
  faultResponse: (sandbox, kind) =>
    xrpcResponse(
      kind === 'rate_limited'
        ? rateLimited(sandbox, CALLS_MAX, CALLS_WINDOW_MS)
        : new XrpcError(502, 'UpstreamFailure', 'Upstream Failure'),
    ),
  hasRefreshTokens: true,
  sendDeauthorize: () => undefined,
}
