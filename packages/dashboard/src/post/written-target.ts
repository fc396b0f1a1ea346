import type { Post, Target } from '@postern/sdk'
import { hasThreads, joinTexts } from './published-content.ts'

type Content = Pick<Target, 'text' | 'media' | 'thread' | 'first_comment'>

/**
 * What was written for an account. A scheduled target has what will be published, in which the fallback
 * replaced the thread; an editor that kept it would not follow changes of the thread.
 */
export function writtenFor(post: Post, target: Target): Content {
  const { text, media, thread, first_comment } = target
  const isReplaced = post.thread.length > 0 && thread?.length === 0 && !hasThreads(target.platform)
  const content = { text, media, thread, first_comment }
  if (!isReplaced || text === null || media === null) return content
  const own = post.thread_fallback === 'join' ? withoutJoined(post, text, media) : { text, media }
  const isComment = first_comment === joinTexts(post.thread)
  if (!own || (post.thread_fallback !== 'join' && !isComment)) return content
  return {
    text: own.text === post.text ? null : own.text,
    media: isSame(own.media, post.media) ? null : own.media,
    thread: null,
    first_comment: post.thread_fallback === 'join' ? first_comment : null,
  }
}

/** The text and media without those of the later parts; `null` if they do not end with these. */
function withoutJoined(post: Post, text: string, media: Post['media']) {
  const files = post.thread.flatMap((part) => part.media)
  const own = media.slice(0, Math.max(0, media.length - files.length))
  if (!isSame(media.slice(own.length), files)) return null
  if (text === joinTexts([post, ...post.thread])) return { text: post.text, media: own }
  const rest = joinTexts(post.thread)
  const end = rest && `\n\n${rest}`
  if (text === rest) return { text: '', media: own }
  return text.endsWith(end) ? { text: text.slice(0, text.length - end.length), media: own } : null
}

function isSame(left: Post['media'], right: Post['media']): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
