import type { ErrorDetail, PosternError } from '@postern/sdk'
import i18next from 'i18next'

const namespace = 'api'

/** Loads the translated API errors when the first error occurs. */
export async function loadApiMessages(): Promise<void> {
  try {
    await import('./api-messages.ts')
  } catch {
    // If loading fails, the API's English messages are shown.
  }
}

/** The translated error message, or the API's own message if there is no translation. */
export function errorMessage({ code, message }: PosternError): string {
  return knownErrorMessage(code) ?? message
}

/** The dashboard's message for an error of which only the code is known; `null` without one. */
export function knownErrorMessage(code: string): string | null {
  return translateFirst([code], {})
}

/** As `errorMessage`, for one field. */
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

/** The field of a path in words: `targets.1.first_comment` → `First comment`; '' without one. */
export function fieldWords(path: string): string {
  const field = path.split('.').findLast((part) => part !== '' && !/^\d+$/.test(part)) ?? ''
  return `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`
}

/** Whether the displayed message differs from the API's own. */
export function isTranslated(error: PosternError): boolean {
  return !errorMessage(error).startsWith(error.message)
}

function translateFirst(keys: readonly string[], facts: Record<string, unknown>): string | null {
  const language = i18next.language
  for (const key of keys) {
    const message: unknown = i18next.getResource(language, namespace, key)
    if (typeof message !== 'string' || !hasAllPlaceholders(message, facts)) continue
    return i18next.t(key, { ns: namespace, ...facts })
  }
  return null
}

/** Whether every placeholder of a message has a value; otherwise the API's message is used. */
export function hasAllPlaceholders(words: string, facts: Record<string, unknown>): boolean {
  return [...words.matchAll(/\{\{(\w+)\}\}/g)].every(([, name]) => facts[name!] != null)
}
