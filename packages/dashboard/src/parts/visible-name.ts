import type { PlatformValue } from '@postern/sdk'
import { platformOf } from '../api/platforms.ts'

/** What draws nothing: spaces, control and format characters, marks alone, fillers, empty braille. */
const invisible = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u

export function isInvisible(text: string): boolean {
  return invisible.test(text)
}

/** A name, or what can be read and pressed in its place where it draws nothing. */
export function visibleName(name: string | null | undefined, fallback: string): string {
  return !name || isInvisible(name) ? fallback : name
}

/** The first letters of a name's first two words, for where there is no picture; none for none. */
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
}

/** The name of a page, the user name of any other account. */
export function accountName(account: Account): string {
  const { username, platform_account_id } = account
  return pageName(account) ?? visibleName(username, platform_account_id)
}

/** The same, with the @ that usernames have and pages have not. */
export function accountHandle(account: Account): string {
  return pageName(account) ?? `@${accountName(account)}`
}

function pageName({ platform, display_name }: Account): string | null {
  const isPage = platformOf(platform)?.accounts === 'pages'
  return isPage && display_name && !isInvisible(display_name) ? display_name : null
}
