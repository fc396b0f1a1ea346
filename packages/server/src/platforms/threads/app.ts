import { metaTokenRequest, wrongMetaForm } from '../meta-app.ts'
import type { AppRules } from '../platform.ts'

export const threadsApp: AppRules = {
  where:
    'App Dashboard → Use cases → Access the Threads API → Settings: the Threads app ID and secret, which are not those of the Meta app.',
  wrongForm: wrongMetaForm,
  differsFrom: ['facebook', 'instagram'],
  tokenRequest: metaTokenRequest('/oauth/access_token'),
}
