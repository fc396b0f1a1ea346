import type { z } from 'zod'
import { parseJson, readShape } from '../json.ts'
import type { PlatformCall, PlatformRequest } from '../platform.ts'
import { tiktokFailure } from './errors.ts'

/** Calls TikTok and parses the response by its documented schema, or throws `PlatformError`. */
export async function callTiktok<T>(
  call: PlatformCall,
  request: PlatformRequest,
  shape: z.ZodType<T>,
): Promise<T> {
  const response = await call(request)
  const failure = tiktokFailure(request, response)
  if (failure) throw failure
  return readShape(shape, parseJson(response.text))
}
