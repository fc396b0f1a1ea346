import type { AppRules } from '../platform.ts'

const clientKey = /^[a-z0-9]{10,30}$/

export const tiktokApp: AppRules = {
  where: 'TikTok for Developers → Manage apps → the app: Client key and Client secret.',
  wrongForm: ({ clientId }, name) => {
    if (/^\d+$/.test(clientId)) {
      return `${name}_CLIENT_ID is a number, like the id of the app: the client key is meant`
    }
    return clientKey.test(clientId) ? null : `${name}_CLIENT_ID does not look like a client key`
  },
  tokenRequest: ({ clientId, clientSecret, bases }) => ({
    url: `${bases.token}/v2/oauth/token/`,
    form: {
      client_key: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    },
  }),
  hasUrlPrefix: true,
}
