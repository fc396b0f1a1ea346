import { PlatformError, type PlatformErrorKind } from '../errors.ts'
import type { PublishReason } from '../publish.ts'

type Meaning = { kind: PlatformErrorKind; reason: PublishReason | null }

const rejected = (reason: PublishReason): Meaning => ({ kind: 'rejected', reason })

/** Codes and subcodes of pages beyond those of every Graph host (facebook-pages.md §7). */
const meanings: Readonly<Record<string, Meaning>> = {
  324: rejected('media_invalid'),
  368: rejected('content_rejected'),
  506: rejected('duplicate'),
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
  2069019: rejected('media_invalid'),
  4854002: rejected('content_rejected'),
  1390008: { kind: 'rate_limited', reason: null },
  1404078: { kind: 'permission_missing', reason: null },
}

/** Waits for a call and says what its failure means for a post. */
export async function publishing<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (err) {
    throw err instanceof PlatformError ? publishFailure(err) : err
  }
}

/**
 * What a failure means for a post. A subcode says more than its code: a photo that is too large
 * comes under code 1, which otherwise is Meta's own failure.
 */
export function publishFailure(err: PlatformError): PlatformError {
  const [code = '', subcode = ''] = (err.platformCode ?? '').split('/')
  const meaning = meaningOf(subcode) ?? meaningOf(code)
  if (!meaning) return err
  const { platformCode, platformMessage, retryAfterSeconds, cause } = err
  const detail = { platformCode, platformMessage, retryAfterSeconds, cause }
  return new PlatformError(meaning.kind, { ...detail, reason: meaning.reason })
}

function meaningOf(code: string): Meaning | undefined {
  return Object.hasOwn(meanings, code) ? meanings[code] : undefined
}
