import { limits } from './limits.ts'

/**
 * The one catalogue of errors: code → status, type and the sentence a caller reads. The code is the
 * wire code. Source: interface.md "Errors" and decisions.md §1. The page /docs/errors is made from it.
 */
const invalid = { status: 400, type: 'invalid_request_error', retryable: false } as const
const unauthenticated = { status: 401, type: 'authentication_error', retryable: false } as const
const forbidden = { status: 403, type: 'permission_error', retryable: false } as const
const missing = { status: 404, type: 'not_found_error', retryable: false } as const
const conflict = { status: 409, type: 'conflict_error', retryable: false } as const
const unprocessable = { status: 422, type: 'unprocessable_error', retryable: false } as const
const limited = { status: 429, type: 'rate_limit_error', retryable: true } as const

export const errorCatalogue = {
  validation_failed: { ...invalid, message: 'The request is not valid; see details.' },
  invalid_json: { ...invalid, message: 'The body is not valid JSON.' },
  invalid_cursor: {
    ...invalid,
    message: 'The cursor does not belong to this list with these filters.',
  },
  redirect_origin_not_registered: {
    ...invalid,
    message: 'The redirect_url does not belong to a registered redirect origin.',
  },
  webhook_url_invalid: {
    ...invalid,
    message: 'A webhook url must use https on port 443 and be reachable from the internet.',
  },
  invalid_range: { ...invalid, message: 'Give from and to as YYYY-MM-DD, from not after to.' },
  range_too_long: {
    ...invalid,
    message: `A range may have ${limits.insights.rangeDaysMax} days at most.`,
  },
  invalid_metric: { ...invalid, message: 'The platform of this account has no such metric.' },
  mixed_profiles: { ...invalid, message: 'A post names accounts from two different profiles.' },
  media_profile_mismatch: { ...invalid, message: 'A post uses media from another profile.' },
  profile_conflict: {
    ...invalid,
    message: 'The Service-Profile header and the request name different profiles.',
  },
  profile_required: {
    ...invalid,
    message: 'Name the profile with the Service-Profile header: there are several to choose from.',
  },

  api_key_missing: {
    ...unauthenticated,
    message: 'Send the header Authorization: Bearer <API_KEY>.',
  },
  api_key_invalid: { ...unauthenticated, message: 'This API key is not known.' },
  api_key_expired: { ...unauthenticated, message: 'This API key has expired.' },
  api_key_revoked: { ...unauthenticated, message: 'This API key was revoked.' },

  session_invalid: {
    ...unauthenticated,
    message: 'You are not signed in any more; sign in again.',
  },
  sign_in_failed: { ...unauthenticated, message: 'The e-mail or the password is wrong.' },

  owner_key_required: { ...forbidden, message: 'This endpoint needs an owner key.' },
  owner_key_in_browser: {
    ...forbidden,
    message: 'An owner key must not be used by a page of another origin. Use a profile key.',
  },
  profile_mismatch: {
    ...forbidden,
    message: 'This key is locked to one profile and the Service-Profile header names another.',
  },
  session_required: {
    ...forbidden,
    message: 'This endpoint is for members who signed in, not for API keys.',
  },
  csrf_refused: {
    ...forbidden,
    message: 'This request did not come from a page of this service.',
  },
  insufficient_scope: { ...forbidden, message: 'This key does not have the scope for this.' },

  profile_not_found: { ...missing, message: 'There is no such profile.' },
  account_not_found: { ...missing, message: 'There is no such account.' },
  webhook_not_found: { ...missing, message: 'There is no such webhook endpoint.' },
  delivery_not_found: { ...missing, message: 'There is no such delivery.' },
  comment_not_found: { ...missing, message: 'There is no such comment.' },
  insights_sync_not_found: { ...missing, message: 'There is no such insights sync.' },
  post_not_found: { ...missing, message: 'There is no such post.' },
  target_not_found: { ...missing, message: 'The post has no such target.' },
  media_not_found: { ...missing, message: 'There is no such media.' },
  connect_link_not_found: { ...missing, message: 'There is no such connect link.' },
  redirect_origin_not_found: { ...missing, message: 'There is no such redirect origin.' },
  api_key_not_found: { ...missing, message: 'There is no such API key.' },
  member_not_found: { ...missing, message: 'There is no such member.' },
  session_not_found: { ...missing, message: 'There is no such session.' },
  sign_in_link_invalid: {
    ...missing,
    message: 'This sign-in link was used, has expired or was replaced by a newer one.',
  },
  route_not_found: { ...missing, message: 'There is no such endpoint.' },

  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    retryable: false,
    message: 'This endpoint does not support this method; see the Allow header.',
  },
  request_timeout: {
    status: 408,
    type: 'invalid_request_error',
    retryable: true,
    message: 'The body did not arrive in time.',
  },
  payload_too_large: {
    status: 413,
    type: 'invalid_request_error',
    retryable: false,
    message: 'The body is larger than this endpoint accepts.',
  },
  headers_too_large: {
    status: 431,
    type: 'invalid_request_error',
    retryable: false,
    message: `Request line and headers exceed ${limits.request.headerBytesMax.toLocaleString('en')} bytes. Send shorter ones.`,
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request_error',
    retryable: false,
    message: 'Send the body as application/json.',
  },
  media_type_not_supported: {
    status: 415,
    type: 'invalid_request_error',
    retryable: false,
    message: 'The content is none of JPEG, PNG, WebP, GIF, MP4, MOV and WebM.',
  },

  account_has_scheduled_posts: {
    ...conflict,
    message: 'The account has posts waiting to be published.',
  },
  post_not_editable: {
    ...conflict,
    message: 'The post is being published or was published, so it cannot be changed any more.',
  },
  duplicate_content: {
    ...conflict,
    message: 'The same content was sent to this account within the last 24 hours.',
  },
  media_in_use: { ...conflict, message: 'A post that is not published yet uses this media.' },
  default_profile: { ...conflict, message: 'The default profile cannot be deleted.' },
  last_owner: {
    ...conflict,
    message: 'This is the last owner who can sign in; make another member an owner first.',
  },
  member_limit_reached: {
    ...conflict,
    message: `There are already ${limits.member.perOwnerMax} members.`,
  },
  member_disabled: { ...conflict, message: 'This member is disabled.' },
  email_taken: { ...conflict, message: 'Another member has this e-mail.' },
  external_id_taken: { ...conflict, message: 'Another profile has this external_id.' },
  account_in_other_profile: {
    ...conflict,
    message: 'This platform account is already connected in another profile.',
  },
  idempotency_in_progress: {
    status: 409,
    type: 'conflict_error',
    retryable: true,
    message: 'A request with this Idempotency-Key is still running.',
  },
  secret_already_shown: { ...conflict, message: 'A secret is shown only once; see details.' },
  limit_reached: { ...conflict, message: 'There are as many as there may be; see details.' },
  webhook_limit_reached: {
    ...conflict,
    message: `There are already ${limits.webhook.endpointsMax} webhook endpoints.`,
  },
  webhook_inactive: { ...conflict, message: 'The webhook endpoint is inactive.' },
  connect_link_not_revocable: {
    ...conflict,
    message: 'The connect link was already used or has expired.',
  },

  permission_missing: {
    ...unprocessable,
    message: 'The account has not granted the permission that this needs.',
  },
  account_not_connected: {
    ...unprocessable,
    message: 'The account is not connected; it must be reconnected first.',
  },
  reply_not_supported: { ...unprocessable, message: 'This comment cannot be replied to.' },
  hide_not_supported: { ...unprocessable, message: 'This comment cannot be hidden.' },
  insights_not_supported: { ...unprocessable, message: 'This platform gives no insights.' },
  content_invalid: {
    ...unprocessable,
    message: 'The platform would refuse this content; see details.',
  },

  media_invalid: {
    ...unprocessable,
    message: 'The file is damaged, incomplete or beyond a limit; see the message.',
  },
  media_unreachable: {
    ...unprocessable,
    message: 'The url could not be fetched; see the message.',
  },
  idempotency_key_reused: {
    ...unprocessable,
    message: 'This Idempotency-Key was used with another request.',
  },

  rate_limited: { ...limited, message: 'Too many requests with this key; see Retry-After.' },

  sync_too_soon: {
    ...limited,
    message: `Insights can be synced once every ${limits.insights.syncPauseMs / 60_000} minutes; see Retry-After.`,
  },
  platform_rate_limited: { ...limited, message: 'The platform asks to wait; see Retry-After.' },

  platform_error: {
    status: 502,
    type: 'platform_error',
    retryable: true,
    message: 'The platform refused or failed.',
  },
  platform_timeout: {
    status: 504,
    type: 'platform_error',
    retryable: true,
    message: 'The platform did not answer in time.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    retryable: true,
    message: 'Something went wrong on our side.',
  },
  overloaded: {
    status: 503,
    type: 'api_error',
    retryable: true,
    message: 'There is more to do than this service can take at the moment; see Retry-After.',
  },
  unavailable: {
    status: 503,
    type: 'api_error',
    retryable: true,
    message: 'The database cannot be reached at the moment; see Retry-After.',
  },
} as const

export type ErrorCode = keyof typeof errorCatalogue
export type ErrorType = (typeof errorCatalogue)[ErrorCode]['type']
