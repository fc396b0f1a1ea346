import type { SavedText } from '@postern/sdk'

/**
 * The texts that have the words, without regard to capitals and accents: names that begin with them first,
 * then other names, then texts. Of equal ones those of `firstKind` are first.
 */
export function matchingTexts(
  texts: readonly SavedText[],
  query: string,
  firstKind: SavedText['kind'],
): SavedText[] {
  const words = folded(query)
  const rankOf = ({ name, text, kind }: SavedText) => {
    const place = folded(name).indexOf(words)
    const rank = place === 0 ? 0 : place > 0 ? 2 : folded(text).includes(words) ? 4 : null
    return rank === null ? null : rank + (kind === firstKind ? 0 : 1)
  }
  return texts
    .map((text) => ({ text, rank: rankOf(text) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, two) => one.rank! - two.rank! || one.text.name.localeCompare(two.text.name))
    .map(({ text }) => text)
}

/** Without accents and capitals, as the search of the API. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
