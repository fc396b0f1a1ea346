import { z } from 'zod'
import { bearer } from '../src/core/request.ts'
import type { Api, ConsentDialog, Network } from '../src/core/sandbox.ts'
import { setting, settingsPart } from '../src/core/settings.ts'
import { isRegistered, redirectTo } from '../src/oauth/consent.ts'
import { issueToken, redeemCode } from '../src/oauth/grants.ts'
import { buildAccount } from '../src/people/account.ts'

const dialog: ConsentDialog = {
  paths: ['/sparrow/www/login'],
  isDialogPath: (pathname) => pathname === '/sparrow/www/login',
  locked: ['read'],
  scopeTexts: { read: 'Read your chirps' },
  isCumulative: false,
  check(sandbox, params) {
    const app = sandbox.state.apps.get('sparrow')!
    const redirect_uri = params.get('redirect_uri')
    if (params.get('client_id') !== app.client_id || !isRegistered(app, redirect_uri)) {
      return { ok: false, error: { status: 400, body: { error: 'invalid_client' } } }
    }
    const request = { app, redirect_uri, state: params.get('state'), scopes: ['read'] }
    return { ok: true, request: { ...request, rerequest: false } }
  },
  refusal: () => null,
  labelOf: (account) => `@${account.username}`,
  newCode: () => 'chirp-code',
  allowedUrl: (request, code) => redirectTo(request.redirect_uri, { code, state: request.state }),
  cancelledUrl: (request) => redirectTo(request.redirect_uri, { error: 'access_denied' }),
}

const sparrowSettings = settingsPart({ sparrow_volume: setting(z.int(), 3) })

const api: Api = {
  prefix: '/sparrow/api',
  nameOf: (_method, pathname) => pathname.slice('/sparrow/api/'.length),
  endpoints: ['token', 'me'],
  mount(app, sandbox) {
    app.post('/sparrow/api/token', (context) => {
      const { client_id, redirect_uris } = sandbox.state.apps.get('sparrow')!
      const expected = { client_id, redirect_uri: redirect_uris[0], lifetimeMs: 60_000 }
      const redeemed = redeemCode(sandbox, context.req.query('code'), expected)
      if ('problem' in redeemed) return context.json({ error: redeemed.problem }, 400)
      const facts = { kind: 'access', prefix: 'spw_', lifetimeMs: null, scopes: ['read'] } as const
      const token = issueToken(sandbox, redeemed.grant, { ...facts, scopes: ['read'] })
      return context.json({ access_token: token.id })
    })
    app.get('/sparrow/api/me', (context) => {
      const token = sandbox.state.tokens.get(bearer(context) ?? '')
      const grant = token && sandbox.state.grants.get(token.grant_id)
      if (!grant) return context.json({ error: 'unauthorized' }, 401)
      const { username } = sandbox.state.accounts.get(grant.account_id)!
      const { sparrow_volume } = sparrowSettings.read(sandbox)
      return context.json({ username, volume: sparrow_volume })
    })
  },
}

/** An imaginary network, as its folder would export it. */
export const sparrow: Network = {
  id: 'sparrow',
  name: 'Sparrow',
  accent: '#005500',
  app: { client_id: 'sparrow-app', client_secret: 'sparrow-secret' },
  seed: () => ({
    accounts: [
      buildAccount({
        id: 'sparrow-1',
        platform: 'sparrow',
        person_id: 'anna',
        username: 'anna.chirps',
        name: 'Anna',
      }),
    ],
  }),
  newAccount: () => ({ id: 'sparrow-2' }),
  dialog,
  apis: [api],
  posts: {
    defaults: { media_type: 'CHIRP', product_type: '' },
    permalinks: ['/sparrow/www/chirp/:code'],
    code: 'id',
  },
  comments: {
    newId: () => 'reply-1',
    nests: true,
    ownerName: (owner) => `${owner.name} of Sparrow`,
    sendWebhook: () => undefined,
  },
  settings: [sparrowSettings],
  faultResponse: () => Response.json({ error: 'enhance your calm' }, { status: 420 }),
  hasRefreshTokens: false,
  sendDeauthorize: () => undefined,
}
