/** What draws nothing: spaces, control and format characters, marks alone, fillers, empty braille. */
const unseen = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u

export function isUnseen(text: string): boolean {
  return unseen.test(text)
}

/** A name, or what can be read and pressed in its place where it draws nothing. */
export function shownName(name: string | null | undefined, instead: string): string {
  return !name || isUnseen(name) ? instead : name
}

/** The first letters of a name's first two words, for where there is no picture; none for none. */
export function initialsOf(name: string, lettersMax = 2): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word) ?? [])
  return letters.slice(0, lettersMax).join('').toLocaleUpperCase()
}

type Profile = { id: string; name: string; external_id: string | null }

export function profileName({ id, name, external_id }: Profile): string {
  return shownName(name, external_id ?? id)
}

type Account = { username: string; platform_account_id: string }

export function accountName({ username, platform_account_id }: Account): string {
  return shownName(username, platform_account_id)
}
