import type { z } from 'zod'
import { parseJson, readShape } from '../json.ts'
import type { PlatformCall, PlatformRequest } from '../platform.ts'
import { tiktokFailure } from './errors.ts'

/** Asks TikTok: the body in the documented shape, or a `PlatformError`. */
export async function askTiktok<T>(
  call: PlatformCall,
  request: PlatformRequest,
  shape: z.ZodType<T>,
): Promise<T> {
  const answer = await call(request)
  const failure = tiktokFailure(request, answer)
  if (failure) throw failure
  return readShape(shape, parseJson(answer.text))
}
