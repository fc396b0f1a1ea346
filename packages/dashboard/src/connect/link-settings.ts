import type { ConnectLink, Invitation } from '@postern/sdk'
import { jsonObjectText } from '../parts/json-object.ts'
import type { PageLanguage, SendKind } from './email-text.ts'

/** What the form of a connect link or an invitation holds. */
export type LinkSettings = {
  kind: SendKind
  platforms: readonly string[]
  redirect_url: string
  /** How long an invitation stays open. */
  days: number
  /** '' uses the language of the client's browser. */
  language: PageLanguage | ''
  state: string
  /** Unparsed JSON. */
  metadata: string
}

export const defaultDays = 7

export function newSettings(redirect_url: string): LinkSettings {
  return {
    kind: 'invitation',
    platforms: [],
    redirect_url,
    days: defaultDays,
    language: '',
    state: '',
    metadata: '',
  }
}

/** The settings of a link or an invitation, to create another. The API does not return `state`. */
export function settingsOf(each: ConnectLink | Invitation): LinkSettings {
  const days = (Date.parse(each.expires_at) - Date.parse(each.created_at)) / 86_400_000
  const isLink = each.object === 'connect_link'
  return {
    kind: isLink ? 'link' : 'invitation',
    platforms: each.platforms ?? [],
    redirect_url: each.redirect_url,
    days: isLink ? defaultDays : Math.round(days),
    language: each.language ?? '',
    state: '',
    metadata: jsonObjectText(each.metadata),
  }
}
