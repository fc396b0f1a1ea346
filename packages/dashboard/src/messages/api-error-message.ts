import type { ErrorDetail, PosternError } from '@postern/sdk'
import i18next from 'i18next'

const namespace = 'api'

/** Loads the messages for failures of the API with the first one. */
export async function loadApiMessages(): Promise<void> {
  try {
    await import('./api-messages.ts')
  } catch {
    // Without them the API's own sentences are shown.
  }
}

/** What went wrong, in the reader's language where we have words for it, else as the API says it. */
export function errorMessage({ code, message }: PosternError): string {
  return translateFirst([code], {}) ?? message
}

/** The same for one field. */
export function errorDetailMessage({ path, code, message, ...facts }: ErrorDetail): string {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part))
  const keys = [`${field}.${code}`, `${code}.${facts.format}`, code]
  return (
    translateFirst(
      keys.map((key) => `details.${key}`),
      facts,
    ) ?? message
  )
}

/** Whether the API's own sentence is another than the one that is shown, or the beginning of it. */
export function isTranslated(error: PosternError): boolean {
  return !errorMessage(error).startsWith(error.message)
}

function translateFirst(keys: readonly string[], facts: Record<string, unknown>): string | null {
  const language = i18next.language
  for (const key of keys) {
    const words: unknown = i18next.getResource(language, namespace, key)
    if (typeof words !== 'string' || !hasAllPlaceholders(words, facts)) continue
    return i18next.t(key, { ns: namespace, ...facts })
  }
  return null
}

/** Whether a sentence's `{{places}}` can all be filled; one with a hole says less than the API. */
export function hasAllPlaceholders(words: string, facts: Record<string, unknown>): boolean {
  return [...words.matchAll(/\{\{(\w+)\}\}/g)].every(([, name]) => facts[name!] != null)
}
