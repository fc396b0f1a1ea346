/** Whether two texts are the same to a reader: platforms trim and normalise what they are given. */
export function isSameText(left: string, right: string): boolean {
  return plain(left) === plain(right)
}

function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}
