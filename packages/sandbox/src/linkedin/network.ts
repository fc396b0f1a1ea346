import type { Network, Sandbox } from '../core/sandbox.ts'
import { linkedinDialog } from './consent.ts'
import { errorResponse, LinkedinError } from './errors.ts'
import { addPage, newAccount, seed } from './people.ts'
import { newNumber } from './posts.ts'
import { linkedinApi, linkedinWeb } from './routes.ts'
import { linkedinSettings } from './settings.ts'

export const linkedin: Network = {
  id: 'linkedin',
  name: 'LinkedIn',
  accent: '#0a66c2',
  app: { client_id: '77sandboxlinkedin', client_secret: 'sandbox-linkedin-secret' },
  seed,
  newAccount,
  addPage,
  dialog: linkedinDialog,
  apis: [linkedinApi, linkedinWeb],
  posts: {
    defaults: { media_type: 'TEXT', product_type: '' },
    newId: (_account, createdAt) => `urn:li:share:${newNumber(createdAt)}`,
    permalinks: ['/linkedin/www/feed/update/:code/'],
    code: 'id',
  },
  comments: null,
  settings: [linkedinSettings],
  faultResponse,
  hasRefreshTokens: true,
  // LinkedIn tells nobody that a person removed the app (linkedin.md §1.3).
  sendDeauthorize: () => {},
}

function faultResponse(_sandbox: Sandbox, kind: 'rate_limited' | 'transient'): Response {
  const text = 'Resource level throttle limit for calls to this resource is reached.'
  return errorResponse(
    kind === 'rate_limited'
      ? new LinkedinError(429, 'TOO_MANY_REQUESTS', text, { serviceErrorCode: 101 })
      : new LinkedinError(503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable'),
  )
}
