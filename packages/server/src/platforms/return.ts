import type { ConnectAbility } from './platform.ts'

/**
 * Reads a platform's answer on our redirect URI. A cancel is `error=access_denied`; Threads' page
 * prints another spelling, so Meta's `error_reason=user_denied` counts as well (threads.md §1.2,
 * facebook-pages.md §1.2, tiktok.md §1.3). Meta's `#_` behind the code is cut if it got here.
 */
export const readReturn: ConnectAbility['readReturn'] = (query) => {
  const error = query.get('error')
  if (error === 'access_denied' || query.get('error_reason') === 'user_denied') {
    return { refused: 'access_denied' }
  }
  const code = query.get('code')?.replace(/#_(=_)?$/, '')
  return error || !code ? { refused: 'failed' } : { code }
}
