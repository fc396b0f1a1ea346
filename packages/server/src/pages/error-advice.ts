import type { ErrorCode, ErrorType } from '../core/error-catalogue.ts'
import { limits } from '../core/limits.ts'

const { insights, session, webhook } = limits
const dayMs = 86_400_000
const hourMs = 3_600_000

/** What to do about an error code, where the advice for its type is not enough. */
export const advice: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'Correct the fields named in `details`; `path` says where each one is.',
  invalid_json: 'Send one JSON object in UTF-8, with `Content-Type: application/json`.',
  invalid_cursor: 'Begin the list again without `cursor`, and keep its filters while paging.',
  invalid_range: 'Give `from` and `to` as `YYYY-MM-DD`, with `from` not after `to`.',
  range_too_long: `Ask for ${insights.rangeDaysMax} days at most, and for longer times in several requests.`,
  invalid_metric: 'Ask only for metrics that the platform of this account has.',
  redirect_origin_not_registered:
    'Register the origin with `POST /v1/connect/redirect-origins`; scheme, host and port must be equal.',
  webhook_url_invalid: 'Give an https address on port 443 that resolves to a public address.',
  owner_key_in_browser:
    'Keep owner keys on your server. Give pages on `CORS_ORIGINS` a profile key, with the scopes that they need.',
  profile_required: 'Send `Service-Profile` with the id or external_id of one of your profiles.',
  profile_conflict:
    'Leave out the `Service-Profile` header, or name the same profile in both places. To resend a delivery, bind the endpoint to the profile of the delivery, or to none.',
  mixed_profiles: 'Make one post for each profile.',
  media_profile_mismatch: 'Upload the file again in the profile of the post.',
  api_key_missing: 'Send `Authorization: Bearer` and your key.',
  api_key_invalid: 'Check that the key was copied whole and belongs to this installation.',
  api_key_expired: 'Create a new key, or rotate keys before they expire.',
  api_key_revoked: 'Use another key; a revoked one never works again.',
  session_invalid: `Sign in again. Sessions end after ${session.idleMsMax / dayMs} days without use, and after ${session.lifetimeMsMax / dayMs} days.`,
  sign_in_failed: 'Check e-mail and password, or ask an owner for a new sign-in link.',
  session_required: 'Sign in at the dashboard; an API key has no session.',
  csrf_refused:
    'Send the request from a page of this service; programs use an API key instead of a session.',
  owner_key_required: 'Use an owner key. Profile keys cannot manage profiles or keys.',
  profile_mismatch: 'Leave out the `Service-Profile` header: the key already names its profile.',
  insufficient_scope: 'Create a key with the scope that the endpoint names.',
  profile_not_found:
    'Check the id or external_id. A profile that is being deleted is gone at once.',
  account_not_found: 'Check the id, and that your key or header sees the profile it belongs to.',
  post_not_found: 'Check the id, and that your key or header sees the profile it belongs to.',
  target_not_found: 'Read the post; `targets` lists the ids.',
  comment_not_found: 'Check the id, and that your key or header sees the profile it belongs to.',
  media_not_found: 'Check the id, and that your key or header sees the profile it belongs to.',
  webhook_not_found: 'List your endpoints with `GET /v1/webhooks`.',
  delivery_not_found: `Deliveries are kept for ${webhook.historyDays} days; list them with the endpoint’s id.`,
  connect_link_not_found: 'Check the id. Links go with their profile.',
  redirect_origin_not_found: 'List your origins with `GET /v1/connect/redirect-origins`.',
  member_not_found: 'List the members with `GET /v1/members`.',
  session_not_found: 'List your sessions with `GET /v1/sessions`; one that ended is gone.',
  sign_in_link_invalid:
    'Ask an owner for a new link; an owner makes one with `npm run sign-in` on the machine.',
  api_key_not_found: 'List your keys with `GET /v1/api-keys`.',
  route_not_found: 'Compare the path with the API reference; paths have no slash at the end.',
  method_not_allowed: 'Use one of the methods in the `Allow` header.',
  payload_too_large:
    'Send less at once. The message and the `x-body-bytes-max` of the operation in the OpenAPI document give the limit.',
  unsupported_media_type: 'Set `Content-Type: application/json`.',
  request_timeout: 'Send the body without long pauses, or a smaller file.',
  media_type_not_supported: 'Convert the file to JPEG, PNG, WebP, GIF, MP4, MOV or WebM first.',
  media_invalid: 'Open the file to see whether it is whole, save it anew and send it again.',
  media_unreachable: 'Give a public https address that answers the file itself, or upload it.',
  account_has_scheduled_posts:
    'Wait, or cancel the posts named in `details`; then try again. `DELETE` of an account takes `force=true`.',
  default_profile: 'Delete other profiles; this one always exists.',
  last_owner: 'Make another member an owner first; somebody must be able to sign in.',
  member_limit_reached: 'Delete members who do not work with you any more.',
  member_disabled: 'Set `disabled` to false first.',
  email_taken: 'Use another e-mail, or change the other member first.',
  external_id_taken: 'Use another external_id, or change the other profile first.',
  account_in_other_profile: 'Move the account with `POST /v1/accounts/{id}/move` instead.',
  post_not_editable: 'Only drafts and scheduled posts can be changed; make a new post.',
  media_in_use: 'Take the file out of the post, or cancel the post; then delete it.',
  duplicate_content:
    'The platform refuses the same content twice in a short time: change it, or wait.',
  idempotency_in_progress: 'Wait a moment and send the same request again.',
  secret_already_shown:
    'Rotate the secret that `details` names, or create another link with another Idempotency-Key.',
  limit_reached: 'Delete, revoke or finish some first; `details` names the limit.',
  webhook_limit_reached: 'Delete an endpoint, or send several kinds of events to one.',
  webhook_inactive: 'Set `active` to true with `PATCH /v1/webhooks/{id}` first.',
  connect_link_not_revocable: 'Nothing needs to be done: the link can no longer be used.',
  permission_missing: 'Send the client a new connect link; all permissions must be left on.',
  reply_not_supported:
    'This platform or this comment takes no replies; see `can_reply` and `deleted_at`.',
  hide_not_supported: 'This comment cannot be hidden; see `can_hide` and `deleted_at`.',
  insights_not_supported: 'The platform of this account gives no insights; ask for other accounts.',
  account_not_connected: 'Send the client a connect link with `account_id` to connect it again.',
  content_invalid: 'Correct what `details` names; `POST /v1/posts/validate` checks beforehand.',
  idempotency_key_reused: 'Use a new key for each different request.',
  rate_limited: 'Wait as long as `Retry-After` says.',
  sync_too_soon: `Wait as long as \`Retry-After\` says; insights are also fetched every ${insights.refreshMs / hourMs} hours.`,
  platform_rate_limited: 'Wait as long as `Retry-After` says; the limit is the platform’s.',
  headers_too_large:
    'Send a shorter address and fewer headers: cursors and filters in the query count, and so do cookies.',
  internal_error: 'Try again later. If it stays, look up the `request_id` in the server’s log.',
  platform_error: 'Try again later; the platform failed.',
  overloaded:
    'Nothing was done: repeat the request after `Retry-After`. If it stays, add `api` processes.',
  unavailable:
    'Repeat the request after `Retry-After`; a POST with the same `Idempotency-Key` is done once.',
  platform_timeout: 'Try again later; the platform did not answer in time.',
}

/** For a code without advice of its own: what helps with errors of its type. */
export const adviceByType: Record<ErrorType, string> = {
  invalid_request_error: 'Correct the request; `details` and `param` say where.',
  authentication_error: 'Check the key.',
  permission_error: 'Use a key that may do this.',
  not_found_error: 'Check the id, and that your key or header sees what it names.',
  conflict_error: 'Read the current state, then decide whether the request still makes sense.',
  unprocessable_error: 'Correct the request; sending the same again does not help.',
  rate_limit_error: 'Wait as long as `Retry-After` says.',
  api_error: 'Try again later.',
  platform_error: 'Try again later.',
}
