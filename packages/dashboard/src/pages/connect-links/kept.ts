import type { JsonValue } from '@postern/sdk'

const place = 'postern.redirect-url'

/** The return URL last used in this browser, unless it is this installation's start page. */
export function keptRedirect(): string | null {
  const url = localStorage.getItem(place)
  return url === `${location.origin}/` ? null : url
}

export function keepRedirect(url: string): void {
  localStorage.setItem(place, url)
}

/** Parses a JSON object; `{}` for empty text, `null` for anything else. */
export function jsonObject(text: string): Record<string, JsonValue> | null {
  if (!text.trim()) return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isObject ? (value as Record<string, JsonValue>) : null
  } catch {
    return null
  }
}
