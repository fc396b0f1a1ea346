import { metaTokenRequest, wrongMetaForm } from '../meta-app.ts'
import type { AppRules } from '../platform.ts'

export const facebookApp: AppRules = {
  where: 'App Dashboard → App settings → Basic: App ID and App secret.',
  wrongForm: wrongMetaForm,
  tokenRequest: metaTokenRequest('/v25.0/oauth/access_token'),
}
