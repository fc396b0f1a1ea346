import { limits } from './limits.ts'

const refused = { type: 'invalid_request_error', retryable: false } as const
const invalid = { ...refused, status: 400 } as const
const unauthenticated = { status: 401, type: 'authentication_error', retryable: false } as const
const forbidden = { status: 403, type: 'permission_error', retryable: false } as const
const missing = { status: 404, type: 'not_found_error', retryable: false } as const
const conflict = { status: 409, type: 'conflict_error', retryable: false } as const
const unprocessable = { status: 422, type: 'unprocessable_error', retryable: false } as const
const limited = { status: 429, type: 'rate_limit_error', retryable: true } as const

/**
 * All error codes with status, type and message. Responses contain these codes. A message says
 * what is wrong, then what to do. Shown at /docs/errors. Source: contract.md §10.
 */
export const errorCatalog = {
  validation_failed: { ...invalid, message: 'The request is invalid. See details.' },
  invalid_json: { ...invalid, message: 'The body is not valid JSON. Send one JSON object.' },
  invalid_cursor: {
    ...invalid,
    message: 'This cursor belongs to a different list or filter. Start again without a cursor.',
  },
  redirect_origin_not_registered: {
    ...invalid,
    message: 'The origin of the redirect_url is not registered. Register it first.',
  },
  webhook_url_invalid: {
    ...invalid,
    message: 'A webhook URL must use https on port 443 and be reachable from the internet.',
  },
  invalid_range: {
    ...invalid,
    message: 'The range is invalid. Send from and to as YYYY-MM-DD, with from not after to.',
  },
  range_too_long: {
    ...invalid,
    message: `The range is too long. Request at most ${limits.insights.rangeDaysMax} days.`,
  },
  invalid_metric: {
    ...invalid,
    message: 'The platform of this account does not have this metric. Request one that it has.',
  },
  mixed_profiles: {
    ...invalid,
    message: 'The accounts of a post must belong to the same profile. Create one post per profile.',
  },
  media_profile_mismatch: {
    ...invalid,
    message: 'The media belongs to another profile. Upload it again in the profile of the post.',
  },
  profile_conflict: {
    ...invalid,
    message:
      'The Service-Profile header and the request name different profiles. Send the same one in both, or omit the header.',
  },
  profile_required: {
    ...invalid,
    message: 'You can see several profiles. Choose one with the Service-Profile header.',
  },

  api_key_missing: {
    ...unauthenticated,
    message: 'The API key is missing. Send the header Authorization: Bearer <API_KEY>.',
  },
  api_key_invalid: { ...unauthenticated, message: 'This API key is invalid. Check it.' },
  api_key_expired: { ...unauthenticated, message: 'This API key has expired. Use another key.' },
  api_key_revoked: { ...unauthenticated, message: 'This API key was revoked. Use another key.' },

  session_invalid: { ...unauthenticated, message: 'Your session has ended. Sign in again.' },
  sign_in_failed: { ...unauthenticated, message: 'The email or password is wrong. Check both.' },

  second_factor_required: { ...unauthenticated, message: 'A second-factor code is required.' },
  second_factor_invalid: { ...unauthenticated, message: 'This code is wrong or was already used.' },
  owner_key_required: { ...forbidden, message: 'This endpoint needs an owner key. Use one.' },
  owner_key_in_browser: {
    ...forbidden,
    message: 'Owner keys cannot be used from web pages of another origin. Use a profile key.',
  },
  profile_mismatch: {
    ...forbidden,
    message:
      'This key is locked to a different profile than the Service-Profile header names. Omit the header.',
  },
  session_required: {
    ...forbidden,
    message: 'This endpoint does not accept API keys. Sign in at the dashboard.',
  },
  csrf_refused: {
    ...forbidden,
    message:
      'The request did not come from a page of this service. Use an API key instead of a session.',
  },
  second_factor_setup_required: { ...forbidden, message: 'You need a second factor. Set one up.' },
  password_sign_in_off: {
    ...forbidden,
    message: 'Password sign-in is turned off. Sign in with the provider of this installation.',
  },
  insufficient_scope: {
    ...forbidden,
    message: 'This key lacks the required scope. Use a key that has it.',
  },

  profile_not_found: {
    ...missing,
    message: 'This profile was not found. Check its ID or external_id.',
  },
  account_not_found: { ...missing, message: 'This account was not found. Check its ID.' },
  webhook_not_found: { ...missing, message: 'This webhook endpoint was not found. Check its ID.' },
  delivery_not_found: { ...missing, message: 'This delivery was not found. Check its ID.' },
  comment_note_not_found: { ...missing, message: 'This note was not found. Check its ID.' },
  saved_text_not_found: { ...missing, message: 'This saved text was not found. Check its ID.' },
  comment_not_found: { ...missing, message: 'This comment was not found. Check its ID.' },
  insights_sync_not_found: { ...missing, message: 'This sync was not found. Check its ID.' },
  post_not_found: { ...missing, message: 'This post was not found. Check its ID.' },
  import_not_found: { ...missing, message: 'This import was not found. Check its ID.' },
  target_not_found: { ...missing, message: 'The post has no target with this ID. Check it.' },
  media_not_found: { ...missing, message: 'This media file was not found. Check its ID.' },
  connect_link_not_found: { ...missing, message: 'This connect link was not found. Check its ID.' },
  invitation_not_found: { ...missing, message: 'This invitation was not found. Check its ID.' },
  approval_link_not_found: {
    ...missing,
    message: 'This approval link was not found. Check its ID.',
  },
  report_link_not_found: { ...missing, message: 'This report link was not found. Check its ID.' },
  redirect_origin_not_found: { ...missing, message: 'This origin was not found. Check its ID.' },
  api_request_not_found: { ...missing, message: 'This request was not found. Check its ID.' },
  api_key_not_found: { ...missing, message: 'This API key was not found. Check its ID.' },
  member_not_found: { ...missing, message: 'This member was not found. Check its ID.' },
  session_not_found: { ...missing, message: 'This session was not found. Check its ID.' },
  sign_in_link_invalid: {
    ...missing,
    message:
      'This sign-in link was used, has expired or was replaced by a newer one. Ask an owner for a new link.',
  },
  route_not_found: { ...missing, message: 'This endpoint does not exist. Check the path.' },

  method_not_allowed: {
    status: 405,
    ...refused,
    message: 'This endpoint does not support this method. Use one that the Allow header lists.',
  },
  request_timeout: {
    status: 408,
    type: 'invalid_request_error',
    retryable: true,
    message: 'The request body did not arrive in time. Send the request again.',
  },
  payload_too_large: { ...refused, status: 413, message: 'The body is too large. Send less.' },
  headers_too_large: {
    status: 431,
    ...refused,
    message: `The URL and headers are larger than ${limits.request.headerBytesMax.toLocaleString('en')} bytes. Shorten them.`,
  },
  unsupported_media_type: {
    status: 415,
    ...refused,
    message: 'The content type is not supported. Send the body as application/json.',
  },
  media_type_not_supported: {
    status: 415,
    ...refused,
    message: 'This file type is not supported. Use JPEG, PNG, WebP, GIF, HEIC, MP4, MOV or WebM.',
  },

  account_has_scheduled_posts: {
    ...conflict,
    message:
      'The account has posts waiting to be published. Cancel them or wait until they are published.',
  },
  no_free_slot: {
    ...conflict,
    message: 'An account has no free slot in its posting plan. See details, or send a time.',
  },
  post_not_queued: {
    ...conflict,
    message:
      'The post is not in a coming slot of this account. List the slots, and send only queued posts.',
  },
  post_not_repeatable: {
    ...conflict,
    message:
      'Only a post that was scheduled or published here can be repeated. Schedule the post first.',
  },
  import_not_undoable: {
    ...conflict,
    message:
      'A post of this import is being published or was published. Cancel the other posts one by one.',
  },
  post_not_editable: {
    ...conflict,
    message:
      'The post is being published or was published, so it can no longer be changed. Create a new post.',
  },
  target_not_published: {
    ...conflict,
    message:
      'The post is not published on this account. Cancel it with DELETE /v1/posts/{id} instead.',
  },
  duplicate_content: {
    ...conflict,
    message:
      'The same content was published or scheduled on this account within the last 24 hours. Change it, or set allow_duplicate.',
  },
  media_in_use: {
    ...conflict,
    message:
      'A post that is not published yet uses this media file. Remove it from the post first.',
  },
  default_profile: { ...conflict, message: 'The default profile cannot be deleted.' },
  last_owner: {
    ...conflict,
    message: 'This is the last owner who can sign in. Make another member an owner first.',
  },
  member_limit_reached: {
    ...conflict,
    message: `Limit reached (${limits.member.perOwnerMax} members). Delete one first.`,
  },
  member_disabled: { ...conflict, message: 'This member is disabled. Enable them first.' },
  second_factor_enabled: { ...conflict, message: 'The second factor is on. Turn it off first.' },
  second_factor_not_enabled: { ...conflict, message: 'The second factor is off. Set it up first.' },
  email_taken: { ...conflict, message: 'Another member uses this email. Use a different one.' },
  external_id_taken: { ...conflict, message: 'Another profile has this external_id. Use another.' },
  saved_text_name_taken: {
    ...conflict,
    message: 'Another saved text of this kind has this name. Use a different one.',
  },
  account_in_other_profile: {
    ...conflict,
    message: 'This account is already connected in another profile. Move it instead.',
  },
  idempotency_in_progress: {
    ...conflict,
    retryable: true,
    message:
      'A request with this Idempotency-Key is still running. Wait a moment, then send it again.',
  },
  secret_already_shown: {
    ...conflict,
    message: 'The secret was already returned and is not shown again. See details for what to do.',
  },
  limit_reached: { ...conflict, message: 'Limit reached. See details.' },
  webhook_limit_reached: {
    ...conflict,
    message: `Limit reached (${limits.webhook.endpointsMax} webhook endpoints). Delete one first.`,
  },
  webhook_inactive: { ...conflict, message: 'The webhook endpoint is inactive. Enable it first.' },
  connect_link_not_revocable: { ...conflict, message: 'The connect link was used or has expired.' },

  permission_missing: {
    ...unprocessable,
    message:
      'The client has not granted a required permission. Send them a connect link to grant it.',
  },
  account_not_connected: {
    ...unprocessable,
    message: 'The account is not connected. Reconnect it first.',
  },
  reply_not_supported: { ...unprocessable, message: 'This comment cannot be replied to.' },
  hide_not_supported: { ...unprocessable, message: 'This comment cannot be hidden.' },
  delete_not_supported: {
    ...unprocessable,
    message: "This platform cannot delete posts. Delete the post in the platform's app.",
  },
  insights_not_supported: { ...unprocessable, message: 'This platform does not provide insights.' },
  content_invalid: {
    ...unprocessable,
    message: 'The platform would reject this content. Correct the problems listed in details.',
  },
  search_timeout: { ...unprocessable, message: 'The search took too long. Add words or filters.' },
  media_invalid: {
    ...unprocessable,
    message: 'The file is damaged, incomplete or too large. Export it again, then upload it.',
  },
  media_unreachable: {
    ...unprocessable,
    message:
      'The URL could not be downloaded. Check that it is public and points to the file itself.',
  },
  idempotency_key_reused: {
    ...unprocessable,
    message: 'This Idempotency-Key was used with a different request. Use a new key.',
  },

  rate_limited: {
    ...limited,
    message: 'Too many requests. Wait as long as Retry-After says, then try again.',
  },
  sync_too_soon: {
    ...limited,
    message: `Insights can be synced once every ${limits.insights.syncPauseMs / 60_000} minutes. Wait as long as Retry-After says.`,
  },
  platform_rate_limited: {
    ...limited,
    message: 'The platform is limiting requests. Wait as long as Retry-After says, then try again.',
  },

  platform_error: {
    status: 502,
    type: 'platform_error',
    retryable: true,
    message: 'The platform rejected the request or failed. Try again later.',
  },
  platform_timeout: {
    status: 504,
    type: 'platform_error',
    retryable: true,
    message:
      'The platform did not respond in time. Check whether the request took effect before you retry.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    retryable: true,
    message: 'Something went wrong on our side. Try again later.',
  },
  overloaded: {
    status: 503,
    type: 'api_error',
    retryable: true,
    message: 'The service is overloaded. Wait as long as Retry-After says, then try again.',
  },
  unavailable: {
    status: 503,
    type: 'api_error',
    retryable: true,
    message: 'The database is unavailable. Wait as long as Retry-After says, then try again.',
  },
} as const

export type ErrorCode = keyof typeof errorCatalog
export type ErrorType = (typeof errorCatalog)[ErrorCode]['type']
