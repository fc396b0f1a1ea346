import type { PublishReason } from '../contract/publish.ts'

/** instagram.md §7, threads.md §7. A subcode is more precise than its code. */
const bySubcode: Readonly<Record<number, PublishReason | null>> = {
  // The object does not exist or is inaccessible; unrelated to the content.
  33: null,
  2207004: 'media_invalid',
  2207005: 'media_invalid',
  2207009: 'media_invalid',
  2207010: 'content_invalid',
  2207023: 'media_invalid',
  2207026: 'media_invalid',
  2207028: 'content_invalid',
  2207035: 'content_invalid',
  2207036: 'content_invalid',
  2207037: 'content_invalid',
  2207040: 'content_invalid',
  2207042: 'daily_quota',
  2207050: 'content_rejected',
  2207051: 'content_rejected',
  2207052: 'media_unreachable',
  2207057: 'content_invalid',
  2207077: 'media_unreachable',
  2207081: 'content_invalid',
  4279013: 'content_rejected',
  4279047: 'content_invalid',
}

const byCode: Readonly<Record<number, PublishReason>> = {
  100: 'content_invalid',
  352: 'media_invalid',
  368: 'content_rejected',
  506: 'duplicate',
  9004: 'media_unreachable',
  36000: 'media_invalid',
  36001: 'media_invalid',
  36003: 'media_invalid',
  36004: 'content_invalid',
}

/** Why a Graph host refused to publish; `null` if its codes do not say. */
export function publishReason(code: number | null, subcode: number | null): PublishReason | null {
  const precise = subcode === null ? undefined : bySubcode[subcode]
  if (precise !== undefined) return precise
  return (code === null ? null : byCode[code]) ?? null
}
