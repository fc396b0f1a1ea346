import { limits } from '../../../core/limits.ts'
import type { OutboundResponse } from '../../../outbound/outbound.ts'

/** A receiver's cookies may be credentials. */
const hiddenNames = new Set(['set-cookie', 'set-cookie2'])

/**
 * The headers of a response that are stored with an attempt, without cookies: as many whole headers as
 * fit into `limits.webhook.responseHeaderBytesKept`. Repeated ones are joined.
 */
export function shownHeaders(headers: OutboundResponse['headers']): Record<string, string> {
  const shown: Record<string, string> = {}
  let bytesLeft = limits.webhook.responseHeaderBytesKept
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || hiddenNames.has(name.toLowerCase())) continue
    // PostgreSQL does not store the character NUL.
    const text = [value].flat().join(', ').replaceAll('\0', '')
    bytesLeft -= Buffer.byteLength(name) + Buffer.byteLength(text)
    if (bytesLeft < 0) break
    shown[name] = text
  }
  return shown
}
