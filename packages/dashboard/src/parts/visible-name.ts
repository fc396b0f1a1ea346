import type { PlatformValue } from '@postern/sdk'
import { platformOf } from '../api/platforms.ts'

/** Characters without a glyph: spaces, control and format characters, lone marks, blank braille. */
const invisible = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u

export function isInvisible(text: string): boolean {
  return invisible.test(text)
}

/** The name, or `fallback` if it has no visible character. */
export function visibleName(name: string | null | undefined, fallback: string): string {
  return !name || isInvisible(name) ? fallback : name
}

/** Uppercase initials of a name's first words; '' if it has no letters or digits. */
export function initialsOf(name: string, lettersMax = 2): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word) ?? [])
  return letters.slice(0, lettersMax).join('').toLocaleUpperCase()
}

type Profile = { id: string; name: string; external_id: string | null }

export function profileName({ id, name, external_id }: Profile): string {
  return visibleName(name, external_id ?? id)
}

type Account = {
  platform: PlatformValue
  username: string
  display_name: string | null
  platform_account_id: string
  profile_url: string | null
}

/** The display name of a page, the user name of other accounts. */
export function accountName(account: Account): string {
  const { username, platform_account_id } = account
  return pageName(account) ?? visibleName(username, platform_account_id)
}

/** As `accountName`, with an @ before user names. Without a profile URL the platform has not told it. */
export function accountHandle(account: Account): string {
  return pageName(account) ?? (account.profile_url ? '@' : '') + accountName(account)
}

function pageName({ platform, display_name }: Account): string | null {
  const isPage = platformOf(platform)?.accounts === 'pages'
  return isPage && display_name && !isInvisible(display_name) ? display_name : null
}
