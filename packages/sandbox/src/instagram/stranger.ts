import type { Comment } from '../core/content.ts'

/** An Instagram-scoped id that stays the same for a username. */
export function strangerId(comment: Readonly<Comment>): string {
  let sum = 7n
  for (const character of comment.author_name)
    sum = (sum * 131n + BigInt(character.codePointAt(0)!)) % 10n ** 15n
  return `7${sum.toString().padStart(15, '0')}`
}
