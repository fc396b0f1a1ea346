/** Whether a word of the label starts with each word of the search, in any case and without accents. */
export function matchesLabel(label: string, search: string): boolean {
  const words = fold(label).split(/[^\p{L}\p{N}]+/u)
  return fold(search)
    .split(/\s+/)
    .every((each) => words.some((word) => word.startsWith(each)))
}

/** Whether the search is a part of one of the texts, in any case and without accents. */
export function isPartOf(texts: readonly (string | null)[], search: string): boolean {
  return texts.some((text) => text !== null && fold(text).includes(fold(search)))
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Whether the text is an ID as the API makes them: of a resource, an event or a delivery. */
export function isId(text: string): boolean {
  return /^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/.test(text) || isUuid(text)
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
