const reserved = new Set('|{}@[]()<>#\\*_~')
const hashtag = /^\{hashtag\|\\?#\|((?:\\.|[^|{}\\])+)\}/u
const mention = /^@\[((?:\\.|[^\]\\])+)\]\(urn:li:(?:person|organization):[\w-]+\)/u
const plainTag = /^#[\p{L}\p{N}]/u

/**
 * The visible text of a commentary: from the first unescaped reserved sign on, it is lost without an
 * error (linkedin.md §4.2).
 */
export function visibleText(commentary: string): string {
  let shown = ''
  for (let at = 0; at < commentary.length; ) {
    const rest = commentary.slice(at)
    const [tag, name] = hashtag.exec(rest) ?? []
    const [mentioned, title] = mention.exec(rest) ?? []
    if (rest[0] === '\\' && rest.length > 1) {
      shown += rest[1]
      at += 2
    } else if (tag) {
      shown += `#${name!.replace(/\\(.)/gu, '$1')}`
      at += tag.length
    } else if (mentioned) {
      shown += title!.replace(/\\(.)/gu, '$1')
      at += mentioned.length
    } else if (reserved.has(rest[0]!) && !plainTag.test(rest)) {
      return shown
    } else {
      shown += rest[0]
      at += 1
    }
  }
  return shown
}
