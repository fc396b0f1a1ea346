import type { ErrorCode, ErrorType } from '../../core/error-catalog.ts'
import { limits } from '../../core/limits.ts'

const { insights, session, webhook } = limits
const dayMs = 86_400_000
const hourMs = 3_600_000

const checkProfile =
  'Check the ID, and that your key can access its profile. If you send `Service-Profile`, it must name that profile.'

/** What to do about an error code, if the advice for its type is not enough. */
export const advice: Partial<Record<ErrorCode, string>> = {
  validation_failed:
    'Correct the fields listed in `details`. `path` says where each field is in the request.',
  invalid_json: 'Send one JSON object in UTF-8, with `Content-Type: application/json`.',
  invalid_cursor:
    'Start the list again without `cursor`. Keep the filters the same from page to page.',
  invalid_range: 'Send `from` and `to` as `YYYY-MM-DD`, with `from` not after `to`.',
  range_too_long: `Request at most ${insights.rangeDaysMax} days. Split a longer range into several requests.`,
  invalid_metric:
    'Request only metrics that the platform of this account has. `GET /v1/platforms` lists them.',
  redirect_origin_not_registered:
    'Register the origin with `POST /v1/connect/redirect-origins`. Scheme, host and port must match exactly.',
  webhook_url_invalid: 'Use an https URL on port 443 whose host resolves to a public IP address.',
  owner_key_in_browser:
    'Keep owner keys on your server. In web pages of the origins in `CORS_ORIGINS`, use a profile key that has only the scopes it needs.',
  profile_required: 'Send `Service-Profile` with the ID or `external_id` of one of your profiles.',
  profile_conflict:
    'Omit the `Service-Profile` header, or use the same profile in both places. To resend a delivery, bind the endpoint to the profile of the delivery, or to no profile.',
  no_free_slot:
    '`details` names the account and the reason: no posting plan, a paused one, or one that is full. Change the plan, or send a time in `scheduled_at`.',
  post_not_queued:
    'List the slots of the account. Only posts whose slot is still to come can be reordered.',
  mixed_profiles: 'Create one post for each profile.',
  media_profile_mismatch: 'Upload the file again in the profile of the post.',
  api_key_missing: 'Send `Authorization: Bearer` followed by your key.',
  api_key_invalid: 'Check that the key was copied completely and belongs to this installation.',
  api_key_expired: 'Create a new key. Rotate keys before they expire.',
  api_key_revoked: 'Use another key. A revoked key never works again.',
  session_invalid: `Sign in again. A session ends after ${session.idleMsMax / dayMs} days without use, and after ${session.lifetimeMsMax / dayMs} days at the latest.`,
  sign_in_failed: 'Check the email and password, or ask an owner for a new sign-in link.',
  second_factor_required:
    'Send the request again with `code`: the six digits that the authenticator app shows, or a recovery code.',
  second_factor_invalid:
    'Wait for the next code of the app: each code works once. Check the clock of the phone. A recovery code works too.',
  second_factor_setup_required:
    'Sign in at the dashboard and set up a second factor. An owner has made it a requirement in the settings.',
  password_sign_in_off:
    'Call `GET /v1/session/methods` to see how members sign in. On the server, `postern sign-in` creates a link that always works.',
  second_factor_enabled: 'Turn the second factor off with a code, then set it up again.',
  second_factor_not_enabled: 'Start with `POST /v1/session/second-factor`.',
  session_required: 'Sign in at the dashboard. API keys have no session.',
  csrf_refused:
    'Send the request from a page of this service. Programs use an API key instead of a session.',
  owner_key_required: 'Use an owner key. Profile keys cannot manage profiles or keys.',
  profile_mismatch:
    'Omit the `Service-Profile` header. A profile key always works in its own profile.',
  insufficient_scope:
    'Use a key with the scope that the operation needs. The API reference lists it.',
  profile_not_found:
    'Check the ID or `external_id`. A profile that is being deleted can no longer be accessed.',
  account_not_found: checkProfile,
  post_not_found: checkProfile,
  target_not_found: 'Retrieve the post. Its `targets` contain the IDs.',
  comment_note_not_found: 'Check both IDs, and that you can see the profile of the comment.',
  saved_text_not_found: checkProfile,
  comment_not_found: checkProfile,
  media_not_found: checkProfile,
  webhook_not_found: 'List your endpoints with `GET /v1/webhooks`.',
  delivery_not_found: `Deliveries are kept for ${webhook.historyDays} days; list them with the ID of the endpoint.`,
  connect_link_not_found: 'Check the ID. Links are deleted with their profile.',
  report_link_not_found:
    'Check the ID. Report links are deleted 90 days after they expire, and with their profile.',
  approval_link_not_found:
    'Check the ID. Approval links are deleted 90 days after they expire, and with their profile.',
  invitation_not_found: 'Check the ID. Invitations are deleted with their profile.',
  redirect_origin_not_found: 'List your origins with `GET /v1/connect/redirect-origins`.',
  member_not_found: 'List the members with `GET /v1/members`.',
  session_not_found: 'List your sessions with `GET /v1/sessions`. Ended sessions are not listed.',
  sign_in_link_invalid:
    'Ask an owner for a new link. Owners can create one for themselves with `postern sign-in` on the server.',
  api_request_not_found: `List requests with \`GET /v1/requests\`. They are kept for ${limits.requestLog.keptDays} days and appear about a second after the response.`,
  api_key_not_found: 'List your keys with `GET /v1/api-keys`.',
  route_not_found: 'Compare the path with the API reference. Paths have no slash at the end.',
  method_not_allowed: 'Use one of the methods in the `Allow` header.',
  payload_too_large:
    'Send less in one request. The message says the limit. The OpenAPI document has it as `x-body-bytes-max` of the operation.',
  unsupported_media_type: 'Set `Content-Type: application/json`.',
  request_timeout: 'Send the body without long pauses, or send a smaller file.',
  media_type_not_supported:
    'Convert the file to JPEG, PNG, WebP, GIF, HEIC, MP4, MOV or WebM first.',
  media_invalid: 'Check that the file opens. Export it again, then upload it.',
  media_unreachable: 'Use a public https URL that returns the file itself, or upload the file.',
  account_has_scheduled_posts:
    'Wait, or cancel the posts listed in `details`, then try again. To disconnect the account and cancel them, use `force=true`.',
  default_profile:
    'Requests that name no profile use the default profile, so it always exists. You can rename it.',
  last_owner: 'Make another member an owner first, so that someone can sign in.',
  member_limit_reached: 'Delete members who no longer need access.',
  member_disabled: 'Set `disabled` to false first.',
  email_taken: 'Use a different email, or change the other member first.',
  external_id_taken: 'Use a different `external_id`, or change the other profile first.',
  saved_text_name_taken:
    'Use a different name, or change the other saved text first. Capitals make no difference.',
  account_in_other_profile: 'Move the account with `POST /v1/accounts/{id}/move` instead.',
  post_not_repeatable:
    'Drafts, canceled posts and posts published elsewhere have no time from which to repeat. Schedule the post, or a copy of it, first.',
  import_not_undoable:
    '`details` names posts that have started. Cancel the others with `DELETE /v1/posts/{id}`; `GET /v1/imports/{id}/rows` lists them.',
  post_not_editable:
    'Only drafts, scheduled posts and parts of a thread that are not public yet can be changed. `details` names what cannot. Create a new post.',
  target_not_published:
    'Only a target with the status `published` or `partially_published` can be deleted. If the post is scheduled or between two parts of a thread, cancel it with `DELETE /v1/posts/{id}` first. If the target is `unknown`, resolve it first.',
  media_in_use: 'Remove the file from the post or cancel the post, then delete the file.',
  duplicate_content:
    'Platforms may reject the same content twice within a short time. Change the content, wait, or set `allow_duplicate`.',
  idempotency_in_progress: 'Wait a moment and send the same request again.',
  secret_already_shown:
    'Rotate the secret of the resource in `details`, or create another link with a different `Idempotency-Key`.',
  limit_reached: 'Delete or revoke resources of this kind first. `details` contains the limit.',
  webhook_limit_reached: 'Delete an endpoint, or let one endpoint receive several types of events.',
  webhook_inactive: 'Set `active` to true with `PATCH /v1/webhooks/{id}` first.',
  connect_link_not_revocable: 'You do not need to do anything. The link can no longer be used.',
  permission_missing:
    'Send the client a connect link with `account_id`. Ask them to leave all permissions on.',
  reply_not_supported:
    'The platform or this comment does not allow replies. Check `can_reply` and `deleted_at` first.',
  hide_not_supported:
    'The platform or this comment does not allow hiding. Check `can_hide` and `deleted_at` first.',
  delete_not_supported:
    'Delete posts only on platforms whose `abilities.delete` is true in `GET /v1/platforms`.',
  insights_not_supported:
    'Request insights only for accounts whose `capabilities.insights` is true.',
  account_not_connected:
    'Send the client a connect link with `account_id` to reconnect the account.',
  content_invalid:
    'Correct the problems listed in `details`. `POST /v1/posts/validate` checks a post without creating it.',
  search_timeout:
    'Search for a longer or rarer word, add a word, or limit the time: with `since` and `until` for comments, with `from` and `to` for posts.',
  idempotency_key_reused: 'Use a new key for each different request.',
  rate_limited: 'Wait as long as `Retry-After` says.',
  sync_too_soon: `Wait as long as \`Retry-After\` says. Insights are also refreshed every ${insights.refreshMs / hourMs} hours.`,
  platform_rate_limited: 'Wait as long as `Retry-After` says. The limit is set by the platform.',
  headers_too_large:
    'Send a shorter URL or fewer headers. The URL includes cursors and filters, the headers include cookies.',
  internal_error:
    'Try again later. If the error persists, search the server’s log for the `request_id`.',
  platform_error: 'Try again later. `platform` names the platform and contains its error.',
  overloaded:
    'Nothing was changed. Repeat the request after the seconds in `Retry-After`. If the error persists, add `api` processes.',
  unavailable:
    'Repeat the request after the seconds in `Retry-After`. With an `Idempotency-Key`, a POST runs only once.',
  platform_timeout:
    'The request may have taken effect. Retrieve the resource to check, then try again.',
}

/** The advice for codes that have none above, by error type. */
export const adviceByType: Record<ErrorType, string> = {
  invalid_request_error: 'Correct the request. `details` and `param` name the fields.',
  authentication_error: 'Check the key.',
  permission_error: 'Use a key that is allowed to do this.',
  not_found_error: checkProfile,
  conflict_error: 'Retrieve the current state, then decide whether the request still makes sense.',
  unprocessable_error: 'Correct the request. Sending it again unchanged does not help.',
  rate_limit_error: 'Wait as long as `Retry-After` says.',
  api_error: 'Try again later.',
  platform_error: 'Try again later.',
}
