import type { Paged, PlatformComment } from './comments.ts'

/** How many pages of comments are searched, newest first where the network can. */
const pagesMax = 5
/** The network's clock may differ from ours. */
const clockToleranceMs = 60_000

/**
 * Searches the comments under a post for one that the account wrote with this text since then, of
 * `parentCommentId` if that is given. `null` if it is not on the latest pages.
 */
export async function findOwnComment(
  listPage: (cursor: string | null) => Promise<Paged<PlatformComment>>,
  { text, since, parentCommentId }: { text: string; since: Date; parentCommentId?: string },
): Promise<PlatformComment | null> {
  const from = since.getTime() - clockToleranceMs
  const isOurs = (each: PlatformComment) =>
    each.isOwn &&
    each.commentedAt.getTime() >= from &&
    comparable(each.text) === comparable(text) &&
    (parentCommentId === undefined || each.parentCommentId === parentCommentId)
  let cursor: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const { items, next } = await listPage(cursor)
    const found = items.find(isOurs)
    if (found) return found
    if (next === null) return null
    cursor = next
  }
  return null
}

/** Platforms trim and normalize texts. */
function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}
