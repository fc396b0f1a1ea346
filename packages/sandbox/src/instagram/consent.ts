import { token } from '../core/ids.ts'
import type { ConsentDialog, ConsentError } from '../core/sandbox.ts'
import { checkLogin, type LoginErrors, loginDialog } from '../graph/consent.ts'

/** Scopes and what they allow (instagram.md §1.1). */
export const instagramScopes: Record<string, string> = {
  instagram_business_basic: 'See your profile and media',
  instagram_business_content_publish: 'Publish photos, videos, reels and stories',
  instagram_business_manage_comments: 'Read, answer, hide and delete comments',
  instagram_business_manage_insights: 'See insights of your account and media',
  instagram_business_manage_messages: 'Read and answer messages',
}

const personalError =
  'This is a personal account: the user is not an instagram business. Switch to a professional account in the app first.'
const personalRefusal =
  'This is a personal account, which apps cannot manage. Switch to a professional account in the Instagram app first.'

const dialog = loginDialog('instagram', instagramScopes, 'instagram_business_basic')

/** `GET /oauth/authorize` of Instagram Login (instagram.md §1.1, §1.2). */
export const instagramDialog: ConsentDialog = {
  ...dialog,
  check: (sandbox, params) => checkLogin(sandbox, 'instagram', params, dialog, errors),
  refusal: (account) =>
    account.account_type === 'PERSONAL'
      ? { text: personalRefusal, error: errorOf(personalError) }
      : null,
  newCode: () => token('AQD', 60),
}

const errors: LoginErrors = {
  app: errorOf('Invalid platform app'),
  redirectUri: errorOf('Invalid redirect_uri'),
  responseType: errorOf('Invalid response_type'),
  unknownScopes: (unknown) => errorOf(`Invalid Scopes: ${unknown.join(', ')}`),
  basicScope: errorOf('Invalid Scopes: instagram_business_basic is required'),
}

function errorOf(message: string): ConsentError {
  const body = { error_type: 'OAuthException', code: 400, error_message: message }
  return { status: 400, body }
}
