import type { Account } from '@postern/sdk'
import { platformOf } from '../api/platforms.ts'
import { publishedText } from '../parts/short-links.ts'
import { isInvisible } from '../parts/visible-name.ts'
import { type Composition, contentOf, kindOf, partsOf } from './composition.ts'

/**
 * What is published on an account. On a platform without threads it is what the fallback makes of the
 * parts; without a fallback, which is a finding, the first part.
 */
export function publishedOn(
  composition: Composition,
  { id, platform }: Pick<Account, 'id' | 'platform'>,
) {
  const content = contentOf(composition, id)
  if (content.thread.length === 0 || hasThreads(platform)) return content
  const single = { ...content, thread: [] }
  switch (composition.threadFallback) {
    case 'join': {
      const parts = partsOf(content)
      const attachments = parts.flatMap((part) => part.attachments)
      return { ...single, text: joinTexts(parts), attachments }
    }
    case 'first_comment':
      return { ...single, firstComment: joinTexts(content.thread) }
    default:
      return single
  }
}

/** The text that is published on an account, of a thread that of its first part, with its kind of post. */
export function textOn(composition: Composition, account: Pick<Account, 'id' | 'platform'>) {
  const { text, attachments, options } = publishedOn(composition, account)
  return { text: publishedText(account, text, options), kind: kindOf(attachments) }
}

export function hasThreads(platform: Account['platform']): boolean {
  return platformOf(platform)?.abilities.thread ?? false
}

/** As the server joins them. */
export function joinTexts(parts: readonly { text: string }[]): string {
  return parts
    .map(({ text }) => text)
    .filter((text) => !isInvisible(text))
    .join('\n\n')
}
