/**
 * A stranger's text as it can be stored and told: to the letter, but without U+0000, which
 * PostgreSQL stores in no text, and halves of surrogate pairs, which UTF-8 cannot carry.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Whether two texts are the same to a reader: platforms trim and normalise what they are given. */
export function isSameText(left: string, right: string): boolean {
  return plain(left) === plain(right)
}

function plain(text: string): string {
  return storable(text).normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}
