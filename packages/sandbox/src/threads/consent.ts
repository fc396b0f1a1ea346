import { token } from '../core/ids.ts'
import type { ConsentCheck, ConsentDialog, ConsentError, Sandbox } from '../core/sandbox.ts'
import { checkLogin, type LoginErrors, loginDialog } from '../graph/consent.ts'
import { settingsOf } from './settings.ts'

/** Scopes and what they allow (threads.md §1.3). */
export const threadsScopes: Record<string, string> = {
  threads_basic: 'See your profile and posts',
  threads_content_publish: 'Create and publish posts',
  threads_read_replies: 'Read replies to your posts',
  threads_manage_replies: 'Hide and approve replies, control who can reply',
  threads_manage_insights: 'See insights of your profile and posts',
  threads_delete: 'Delete your posts',
  threads_manage_mentions: 'Read posts that mention you',
  threads_keyword_search: 'Search public posts',
  threads_location_tagging: 'Tag locations',
  threads_profile_discovery: 'Look up public profiles',
  threads_share_to_instagram: 'Share your posts to Instagram',
}

const dialog = loginDialog('threads', threadsScopes, 'threads_basic')

/** `GET /oauth/authorize` of Threads (threads.md §1.1, §1.2). */
export const threadsDialog: ConsentDialog = {
  ...dialog,
  check,
  refusal: () => null,
  newCode: () => token('AQB', 60),
}

/** Error 1349187 for an unregistered URI; its exact text is undocumented (threads.md §1.1). */
const errors: LoginErrors = {
  app: errorOf(4476002, 'No app ID was provided in the request.'),
  redirectUri: errorOf(
    1349187,
    'URL Blocked: This redirect failed because the redirect URI is not white-listed in the app settings.',
  ),
  responseType: errorOf(100, 'Invalid Request: The parameter response_type must be code'),
  unknownScopes: ([unknown]) => errorOf(100, `Invalid Scopes: ${unknown}`),
  basicScope: errorOf(100, 'Invalid Request: The scope threads_basic is required'),
}

function check(sandbox: Sandbox, params: URLSearchParams): ConsentCheck {
  const result = checkLogin(sandbox, 'threads', params, dialog, errors)
  if (!result.ok || settingsOf(sandbox).threads_app_live) return result
  const text = 'Invalid Request: The  user has not accepted the invite to test the app'
  return { ok: false, error: errorOf(1349245, text) }
}

function errorOf(error_code: number, error_message: string): ConsentError {
  return { status: 400, body: { error_message, error_code } }
}
