import { PlatformError, type PlatformErrorKind } from '../contract/errors.ts'
import type { PublishReason } from '../contract/publish.ts'

type PublishErrorMeaning = { kind: PlatformErrorKind; reason: PublishReason | null }

const rejected = (reason: PublishReason): PublishErrorMeaning => ({ kind: 'rejected', reason })
/** Facebook could not fetch a file; it says with `is_transient` whether to repeat the call. */
const unreachable = rejected('media_unreachable')

/** Codes and subcodes of pages in addition to the common Graph ones (facebook.md §7). */
const meanings: Readonly<Record<string, PublishErrorMeaning>> = {
  324: rejected('media_invalid'),
  368: rejected('content_rejected'),
  389: unreachable,
  506: rejected('duplicate'),
  6000: rejected('media_invalid'),
  1346003: rejected('content_rejected'),
  1349125: rejected('content_invalid'),
  1366046: rejected('media_invalid'),
  1366051: rejected('duplicate'),
  1404006: rejected('content_rejected'),
  1404102: rejected('content_rejected'),
  1404112: rejected('content_rejected'),
  1609005: rejected('content_invalid'),
  1609008: rejected('content_invalid'),
  2061006: rejected('content_invalid'),
  2069019: unreachable,
  4854002: rejected('content_rejected'),
  1390008: { kind: 'rate_limited', reason: null },
  1404078: { kind: 'permission_missing', reason: null },
}

/** Awaits a call and maps its failure with `toPublishError`. */
export async function mapPublishErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (err) {
    throw err instanceof PlatformError ? toPublishError(err) : err
  }
}

/**
 * Reclassifies a failure for publishing. A subcode is more precise than its code: a photo that is too
 * large has code 1, which otherwise is a server error.
 */
export function toPublishError(err: PlatformError): PlatformError {
  const [code = '', subcode = ''] = (err.platformCode ?? '').split('/')
  const meaning = meaningOf(subcode) ?? meaningOf(code)
  if (!meaning) return err
  const { platformCode, platformMessage, retryAfterSeconds, cause } = err
  const detail = { platformCode, platformMessage, retryAfterSeconds, cause }
  const isRepeatable = meaning === unreachable && err.kind === 'unavailable'
  const kind = isRepeatable ? err.kind : meaning.kind
  return new PlatformError(kind, { ...detail, reason: meaning.reason })
}

function meaningOf(code: string): PublishErrorMeaning | undefined {
  return Object.hasOwn(meanings, code) ? meanings[code] : undefined
}
