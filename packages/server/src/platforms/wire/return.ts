import type { ConnectAbility } from '../contract/platform.ts'

/**
 * Reads the OAuth callback. A cancel is `error=access_denied`; Threads documents another spelling, so
 * Meta's `error_reason=user_denied` counts too (threads.md §1.2, facebook.md §1.2,
 * tiktok.md §1.3). Meta's `#_` suffix on the code is removed.
 */
export const readReturn: ConnectAbility['readReturn'] = (query) => {
  const error = query.get('error')
  if (error === 'access_denied' || query.get('error_reason') === 'user_denied') {
    return { refused: 'access_denied' }
  }
  const code = query.get('code')?.replace(/#_(=_)?$/, '')
  return error || !code ? { refused: 'failed' } : { code }
}
