import type { Comment } from '@postern/sdk'

type Waiting = Pick<Comment, 'id' | 'reply_status' | 'deleted_at'>

/** The next comment below that waits for an answer, or else the first one above. */
export function nextWaiting<T extends Waiting>(comments: readonly T[], id: string): T | undefined {
  const at = comments.findIndex((comment) => comment.id === id)
  return [...comments.slice(at + 1), ...comments.slice(0, Math.max(at, 0))].find(isWaiting)
}

/** Whether somebody should still answer the comment. */
export function isWaiting({ reply_status, deleted_at }: Waiting): boolean {
  return deleted_at === null && (reply_status === 'unreplied' || reply_status === 'in_progress')
}
