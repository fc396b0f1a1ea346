import { token } from '../core/ids.ts'
import type { ConsentCheck, ConsentDialog, Sandbox } from '../core/sandbox.ts'
import { redirectTo } from '../oauth/consent.ts'
import { loginOf, newPassword } from './passwords.ts'
import { capabilities } from './session.ts'
import { settingsOf } from './settings.ts'
import { originOf, siteOf, siteOfPath, sites } from './sites.ts'

const paths = sites.map(({ prefix }) => `${prefix}/wp-admin/authorize-application.php`)

/** `GET /wp-admin/authorize-application.php` of each site (wordpress.md §1.2). Errors stay on the page. */
export const wordpressDialog: ConsentDialog = {
  paths,
  isDialogPath: (pathname) => paths.includes(pathname),
  locked: [],
  scopeTexts: {
    publish_posts: 'Publish posts as you',
    upload_files: 'Upload files',
    moderate_comments: 'Moderate comments',
  },
  isCumulative: true,
  check,
  refusal: () => null,
  labelOf: (account) => `@${account.second_id}`,
  newCode: () => token('', 32),
  /** The password is in the query, without the code that others have. */
  allowedUrl: (request, _code, _granted, { sandbox, grant, account }) =>
    redirectTo(request.redirect_uri, {
      site_url: settingsOf(sandbox).wordpress_site_url ?? originOf(sandbox, siteOf(account)),
      user_login: loginOf(account),
      password: newPassword(sandbox, grant, request.app),
    }),
  cancelledUrl: (request) => request.reject_uri!,
}

function check(sandbox: Sandbox, params: URLSearchParams, path: string): ConsentCheck {
  const site = siteOfPath(path)!
  if (!settingsOf(sandbox).wordpress_application_passwords) {
    return refuse(501, 'Application passwords are not available.')
  }
  const success = params.get('success_url')
  const reject = params.get('reject_url')
  const addresses = [success, reject].filter((address) => address !== null)
  if (
    !success ||
    !addresses.every((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ''))
  ) {
    return refuse(500, 'The Authorize Application request is not allowed. Invalid URL format.')
  }
  return {
    ok: true,
    request: {
      app: { name: params.get('app_name') ?? '', client_id: params.get('app_id') ?? '' },
      accounts: sandbox.state.accounts
        .by('platform', 'wordpress:profile')
        .filter((account) => account.server === site.label),
      redirect_uri: success,
      reject_uri: reject ?? redirectTo(success, { success: 'false' }),
      state: null,
      scopes: [...capabilities],
      rerequest: false,
      isAllOrNothing: true,
    },
  }
}

function refuse(status: number, message: string): ConsentCheck {
  return { ok: false, error: { status, body: { error: message } } }
}
