import { bearer } from '../core/request.ts'
import type { Call } from './call.ts'
import { MastodonError } from './errors.ts'

/** The language of a person whose account has no `facts.locale`. */
const defaultLocale = 'de'

/** As a real server words them; other texts keep their English reason. */
const german: Readonly<Record<string, string>> = {
  'Cannot attach files that have not finished processing. Try again in a moment!':
    'Die Dateien sind noch nicht fertig verarbeitet. Versuche es gleich noch einmal!',
}

/**
 * The error in the language of the person whose token calls, unless the parameter `lang` is `en`. Only
 * 422 is translated; 401, 403 and 404 stay English (mastodon.md §0).
 */
export function inTheirLanguage(call: Call, error: MastodonError): MastodonError {
  const { status, message, description } = error
  if (status !== 422 || message === '' || localeOf(call) === 'en') return error
  const reason = message.replace(/^Validation failed: /, '')
  const isValidation = reason !== message
  const text =
    german[message] ?? (isValidation ? `Gültigkeitsprüfung ist fehlgeschlagen: ${reason}` : message)
  return new MastodonError(status, text, description)
}

function localeOf({ sandbox, server, context, input }: Call): string {
  const { tokens, grants, accounts } = sandbox.state
  const token = tokens.get(bearer(context) ?? '')
  const grant = token && grants.get(token.grant_id)
  const account = grant && accounts.get(grant.account_id)
  if (!account || server.isOtherProgram) return 'en'
  return input.text('lang') || (account.facts?.locale ?? defaultLocale)
}
