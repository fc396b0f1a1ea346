import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformCall, PlatformRequest } from '../contract/platform.ts'
import { reportUsage } from '../contract/usage.ts'
import { parseJson, readShape } from '../wire/json.ts'
import { graphFailure } from './graph-errors.ts'
import { graphUsage } from './graph-usage.ts'

/** Calls a Graph host and parses the response by its documented schema, or throws `PlatformError`. */
export async function callGraph<T>(
  call: PlatformCall,
  request: PlatformRequest,
  shape: z.ZodType<T>,
): Promise<T> {
  const response = await call(request)
  reportUsage(() => graphUsage(response))
  const failure = graphFailure(request, response)
  if (failure) throw failure
  return readShape(shape, parseJson(response.text))
}

/** The long-lived token of Threads, Instagram and Facebook (threads.md §1.5, instagram.md §1.4). */
export const longToken = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
})
export type LongToken = z.infer<typeof longToken>

/** The object does not exist or is not accessible; Meta does not distinguish (instagram.md §7). */
export const noSuchObject = '100/33'

/** The items of a carousel are unfinished, expired or unknown (threads.md §3.4). */
export const invalidChildren = '100/4279004'

/** Whether an object does not exist or is inaccessible; `read` must be a call that reads it. */
export async function isMissing(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return false
  } catch (err) {
    if (err instanceof PlatformError && err.platformCode === noSuchObject) return true
    throw err
  }
}

/**
 * Deletes an object; `not_found` if it no longer exists. Meta gives the same error if it may not be
 * deleted, so `read` must be a call that reads it. With lost access that fails alike, too.
 */
export async function removeObject(
  remove: () => Promise<unknown>,
  read: () => Promise<unknown>,
): Promise<'removed' | 'not_found'> {
  try {
    await remove()
    return 'removed'
  } catch (err) {
    const isRefused = err instanceof PlatformError && err.platformCode === noSuchObject
    if (isRefused && (await isMissing(read))) return 'not_found'
    throw err
  }
}

/**
 * Whether a permission is granted; `probe` must be a call that needs it. Code 10, 200–299 or 100/10
 * means no (threads.md §1.7). Other refusals come after the permission check, so they mean yes. Errors
 * unrelated to permissions are thrown.
 */
export async function isPermitted(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe()
    return true
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    if (err.kind === 'permission_missing') return false
    if (err.kind === 'rejected' || err.kind === 'not_ready') return true
    throw err
  }
}
