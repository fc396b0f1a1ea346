import type { JsonValue } from '@postern/sdk'

type JsonObject = Record<string, JsonValue>

/** Parses a JSON object; `{}` for empty text, `null` for anything else. */
export function parseJsonObject(text: string): JsonObject | null {
  if (!text.trim()) return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isObject ? (value as JsonObject) : null
  } catch {
    return null
  }
}

/** The text to edit a JSON object as; '' for an empty one. */
export function jsonObjectText(value: JsonObject): string {
  return Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : ''
}
