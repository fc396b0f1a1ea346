import { z } from 'zod'
import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../contract/errors.ts'
import type { PlatformRequest, PlatformResponse } from '../contract/platform.ts'
import { parseJson } from '../wire/json.ts'
import { scrub } from '../wire/scrub.ts'

/**
 * wordpress.md §5: the code decides, as messages are in the site's language. A parameter that needs a
 * login has a status of its own.
 */
const errorBody = z.object({
  code: z.string().min(1).max(100),
  message: z.string().optional().catch(undefined),
  data: z
    .object({
      details: z
        .object({ status: z.object({ data: z.object({ status: z.int() }) }) })
        .optional()
        .catch(undefined),
    })
    .nullish()
    .catch(null),
})

type Meaning = { kind: PlatformErrorKind; reason?: string }

const permission: Meaning = { kind: 'permission_missing' }
const meanings: Readonly<Record<string, Meaning>> = {
  rest_cannot_assign_term: permission,
  rest_cannot_create: permission,
  rest_cannot_delete: permission,
  rest_cannot_edit: permission,
  rest_cannot_edit_others: permission,
  rest_cannot_publish: permission,
  rest_cannot_read: permission,
  rest_cannot_read_post: permission,
  rest_forbidden: permission,
  rest_forbidden_context: permission,
  rest_forbidden_param: permission,
  rest_forbidden_status: permission,
  rest_user_cannot_view: permission,
  rest_invalid_param: { kind: 'rejected', reason: 'content_invalid' },
  // Both come with 500 and are final.
  db_insert_error: { kind: 'rejected', reason: 'content_invalid' },
  rest_upload_sideload_error: { kind: 'rejected', reason: 'media_invalid' },
  comment_flood: { kind: 'rate_limited' },
  // The API is closed, or the address has changed.
  rest_no_route: { kind: 'unavailable' },
}

const floodSeconds = 15
const retrySecondsMax = 3_600

/** The error in a site's response, or `null` on success. */
export function wordpressFailure(
  request: PlatformRequest,
  response: PlatformResponse,
): PlatformError | null {
  const { status, text } = response
  if (status >= 200 && status < 300) return null
  const body = errorBody.safeParse(parseJson(text)).data ?? null
  const ofParameter = body?.data?.details?.status.data.status
  const { kind, reason } = meaningOf(ofParameter ?? status, body?.code ?? null)
  return new PlatformError(kind, {
    platformCode: body?.code.replace(/[^\w-]/g, '') || `http_${status}`,
    platformMessage: scrub(request, body?.message),
    reason: reason ?? null,
    retryAfterSeconds: kind === 'rate_limited' ? retrySeconds(response, body?.code) : null,
  })
}

function meaningOf(status: number, code: string | null): Meaning {
  if (status === 413) return { kind: 'rejected' }
  // A page of a firewall, a proxy or a login.
  if (code === null) return { kind: status === 429 ? 'rate_limited' : 'unavailable' }
  // The site took the call for a visitor's: the password was revoked, or is not accepted any more.
  if (status === 401) return { kind: 'disconnected' }
  return meanings[code] ?? { kind: kindOfStatus(status) }
}

function retrySeconds({ headers }: PlatformResponse, code: string | undefined): number | null {
  if (code === 'comment_flood') return floodSeconds
  const seconds = Number(headers['retry-after'])
  return seconds > 0 ? Math.min(Math.ceil(seconds), retrySecondsMax) : null
}

/** The code of a refusal or failure of the site; `null` for any other error. */
export function codeOf(err: unknown): string | null {
  return err instanceof PlatformError ? err.platformCode : null
}

/** Whether the site does not have the post or comment. */
export function isNotFound(err: unknown): boolean {
  return ['rest_post_invalid_id', 'rest_comment_invalid_id'].includes(codeOf(err) ?? '')
}
