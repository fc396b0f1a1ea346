/** A link without the punctuation that follows it. */
const link = /https?:\/\/\S*[^\s.,:;!?'")\]}>]/i

/** The first link of a text; `null` if it has none. */
export function firstLink(text: string): string | null {
  const [found] = link.exec(text) ?? []
  return found && URL.canParse(found) && new URL(found).hostname.includes('.') ? found : null
}
