import type { ThreadFallback, ThreadPart } from '../../database/post-tables.ts'
import { isBlank } from '../../platforms/contract/check-text.ts'
import { errorFinding } from '../../platforms/contract/findings.ts'
import type { PublishFinding } from '../../platforms/contract/publish.ts'

/** What is published on an account: the part that is the post, the parts after it, the first comment. */
export type PublishedContent = ThreadPart & {
  thread: ThreadPart[]
  firstComment: string | null
}

/**
 * The content for a platform without threads: the fallback replaces the thread. The errors say what it
 * cannot replace, or that there is no fallback.
 */
export function replaceThread(
  content: PublishedContent,
  fallback: ThreadFallback | null,
  platformName: string,
): { content: PublishedContent; findings: PublishFinding[] } {
  const { thread } = content
  const root = { ...content, thread: [] }
  if (thread.length === 0) return { content: root, findings: [] }
  if (fallback === 'join') {
    const parts = [root, ...thread]
    const media = parts.flatMap((part) => part.media)
    return { content: { ...root, text: joinTexts(parts), media }, findings: [] }
  }
  if (fallback === 'first_comment') return moveToFirstComment(content, platformName)
  const message = `${platformName} does not support threads. Remove the thread for this account, or set thread_fallback.`
  const finding = errorFinding({ path: 'thread', code: 'not_supported', message })
  return { content: root, findings: [finding] }
}

function moveToFirstComment(content: PublishedContent, name: string) {
  const { thread, firstComment } = content
  const findings = thread.flatMap(({ media }, index) => {
    const message = `A first comment cannot have media. Remove the media of this part, or set thread_fallback to join.`
    const path = `thread.${index}.media`
    return media.length > 0 ? [errorFinding({ path, code: 'not_supported', message })] : []
  })
  if (firstComment !== null) {
    const message = `The thread becomes the first comment on ${name}, so there cannot be another one. Remove it, or set thread_fallback to join.`
    const path = 'first_comment'
    findings.push(errorFinding({ path, code: 'thread_fallback_conflict', message }))
  }
  const comment = firstComment ?? (joinTexts(thread) || null)
  return { content: { ...content, thread: [], firstComment: comment }, findings }
}

function joinTexts(parts: readonly ThreadPart[]): string {
  return parts
    .map(({ text }) => text)
    .filter((text) => !isBlank(text))
    .join('\n\n')
}

/** The path of each media in the order of all parts, as `join` publishes them: `thread.0.media.0`. */
export function mediaPathsOf({ media, thread }: PublishedContent): string[] {
  return [
    ...media.map((_, index) => `media.${index}`),
    ...thread.flatMap((part, number) =>
      part.media.map((_, index) => `thread.${number}.media.${index}`),
    ),
  ]
}
