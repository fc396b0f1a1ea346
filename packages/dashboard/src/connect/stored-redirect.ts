import type { JsonValue } from '@postern/sdk'

const storageKey = 'postern.redirect-url'

/** The return URL last used in this browser, unless it is this installation's start page. */
export function readStoredRedirect(): string | null {
  const url = localStorage.getItem(storageKey)
  return url === `${location.origin}/` ? null : url
}

export function storeRedirect(url: string): void {
  localStorage.setItem(storageKey, url)
}

/** Parses a JSON object; `{}` for empty text, `null` for anything else. */
export function parseJsonObject(text: string): Record<string, JsonValue> | null {
  if (!text.trim()) return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isObject ? (value as Record<string, JsonValue>) : null
  } catch {
    return null
  }
}
