import type { z } from 'zod'
import type { PlatformCall, PlatformRequest } from '../contract/platform.ts'
import { parseJson, readShape } from '../wire/json.ts'
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
