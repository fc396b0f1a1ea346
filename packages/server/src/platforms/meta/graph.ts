import { z } from 'zod'
import { PlatformError } from '../errors.ts'
import { parseJson, readShape } from '../json.ts'
import type { PlatformCall, PlatformRequest } from '../platform.ts'
import { graphFailure } from './graph-errors.ts'
import { tellUsage } from './graph-usage.ts'

/** Asks one of Meta's Graph hosts: the body in the documented shape, or a `PlatformError`. */
export async function askGraph<T>(
  call: PlatformCall,
  request: PlatformRequest,
  shape: z.ZodType<T>,
): Promise<T> {
  const answer = await call(request)
  tellUsage(answer)
  const failure = graphFailure(request, answer)
  if (failure) throw failure
  return readShape(shape, parseJson(answer.text))
}

/** The long-lived token of Threads, Instagram and Facebook (threads.md §1.5, instagram.md §1.4). */
export const longToken = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
})
export type LongToken = z.infer<typeof longToken>

/**
 * The object is gone, another's, or closed to the caller: Meta does not tell these apart
 * (instagram.md §7).
 */
export const noSuchObject = '100/33'

/** Whether Meta has no such object for the caller, found out by a call that reads it. */
export async function isGone(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return false
  } catch (err) {
    if (err instanceof PlatformError && err.platformCode === noSuchObject) return true
    throw err
  }
}

/**
 * Whether a permission is held, found out by a call that needs it: code 10 or 200–299 says no
 * (threads.md §1.7). A refusal for another reason came after the permission was checked; what says
 * nothing about the permission is thrown on.
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
