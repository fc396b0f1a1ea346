import type { Scope } from '../../../access/scope.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import type { Tx } from '../../../database/open.ts'

/** Query parameters that we add on return (contract.md §5). */
const reservedParameters = ['status', 'profile_id', 'account_ids', 'error', 'state']

/**
 * Parses a return URL; throws `validation_failed` for `path` if it has credentials or is not http(s).
 * Whether http is allowed depends on the registered origins.
 */
export function parseReturnUrl(text: string, path: string): URL {
  if (!URL.canParse(text)) throw invalidField(path, 'It must be a URL.', 'not_a_url')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw httpsRequired(path)
  if (url.username || url.password) {
    throw invalidField(path, 'It must not contain a user name or password.', 'credentials_in_url')
  }
  return url
}

export function httpsRequired(path: string): ServiceError {
  return invalidField(
    path,
    'It must be an https URL. http is allowed only for localhost.',
    'https_required',
  )
}

/**
 * Refuses a redirect_url with a query parameter that we add on return: frameworks differ in which of
 * two equal parameters they read.
 */
export function refuseReservedParameters(url: URL): void {
  const reserved = reservedParameters.find((name) => url.searchParams.has(name))
  if (!reserved) return
  const message = `It must not contain the parameter ${reserved}, which is added when the client returns.`
  throw invalidField('redirect_url', message, 'reserved_parameter')
}

/**
 * Throws 400 `redirect_origin_not_registered` unless the URL's exact origin is registered. Locks the
 * origin until the transaction ends, so that a concurrent removal also revokes the new link.
 */
export async function requireRegistered(
  tx: Tx,
  scope: Pick<Scope, 'ownerId'>,
  url: URL,
): Promise<void> {
  const row = await tx
    .selectFrom('redirect_origin')
    .select('id')
    .where('owner_id', '=', scope.ownerId)
    .where('origin', '=', url.origin)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new ServiceError('redirect_origin_not_registered', { param: 'redirect_url' })
}
