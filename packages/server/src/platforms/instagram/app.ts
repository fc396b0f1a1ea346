import { wrongMetaForm } from '../meta-app.ts'
import type { AppRules } from '../platform.ts'

/** Instagram gives no token to the app itself: a wrong secret shows at the first login. */
export const instagramApp: AppRules = {
  where:
    'App Dashboard → Instagram → API setup with Instagram login: the Instagram app ID and secret, which are not those of the Meta app.',
  wrongForm: wrongMetaForm,
  differsFrom: ['facebook'],
}
