import { limits } from '../../core/limits.ts'

/** A section in Markdown, and the code that is beside it on wide screens. */
export type IntroductionSection = { id: string; title: string; text: string; code: string }

const listPage = `{
  "object": "list",
  "data": [ … ],
  "has_more": true,
  "next_cursor": "cur_…"
}`

const errorBody = `{
  "error": {
    "type": "invalid_request_error",
    "code": "validation_failed",
    "message": "The request is invalid. See details.",
    "param": "text",
    "retryable": false,
    "doc_url": "…/docs/errors#validation_failed",
    "request_id": "req_…"
  }
}`

const signedEvent = `POST /your/endpoint
Service-Event: post.published
Service-Delivery: 01a1f82f-2e20-7405-b217-f88888a2aaed
Service-Signature: t=1795165204,v1=74a5694d1dcc…

{
  "id": "01a1f82f-2e20-7405-b217-f88888a2aaec",
  "type": "post.published",
  "data": { … }
}`

/** What applies to every request, in the order of the reference's first page. */
export function introductionSections(publicUrl: string): IntroductionSection[] {
  const { page, idempotency, rate, body, webhook } = limits
  return [
    {
      id: 'base-url',
      title: 'Base URL',
      text: `Every path starts with \`/v1\`. Bodies are JSON with snake_case fields. Times are ISO 8601 in UTC, ending in \`Z\`; days are \`YYYY-MM-DD\`, in UTC. The machine-readable version of this reference is [/v1/openapi.json](/v1/openapi.json).`,
      code: publicUrl,
    },
    {
      id: 'your-first-request',
      title: 'Your first request',
      text: `**Authentication.** Send your key as \`Authorization: Bearer\`. Create one in the dashboard under [API keys](/dashboard/api-keys). The first start of the service also printed an owner key, and \`npm run key\` in the clone on the server creates another one ([all commands](/docs/guides/operations#the-postern-command)).

- An **owner key** sees all profiles. With \`Service-Profile\` (an ID or your \`external_id\`) a request is limited to one profile. Without it, new data goes to the default profile.
- A **profile key** sees one profile and gets [\`owner_key_required\`](/docs/errors#owner_key_required) from endpoints that need an owner key.

**Try it out** on the page of an operation sends real requests to this installation. It uses the key that you set with **Authorize**, which is kept until you close the tab or remove it there. Without one it uses your session if you are signed in to the dashboard. A line above **Send** says which.`,
      code: `export POSTERN_KEY=pst_owner_…\ncurl "${publicUrl}/v1/me" -H "Authorization: Bearer $POSTERN_KEY"`,
    },
    {
      id: 'lists',
      title: 'Lists and pagination',
      text: `Lists accept \`limit\` (default ${page.default}, maximum ${page.max}) and \`cursor\`. While \`has_more\` is true, send \`next_cursor\` as \`cursor\` to get the next page.`,
      code: listPage,
    },
    {
      id: 'errors',
      title: 'Errors and limits',
      text: `All errors have the same body, with a stable \`code\` and a \`request_id\`. [All error codes and what to do](/docs/errors).

- **Strict input.** An unknown field or parameter returns [\`validation_failed\`](/docs/errors#validation_failed), which names it. A body can have up to ${count(body.keyedBytesMax)} bytes, the body of a post up to ${count(body.jsonBytesMax)}, that of a logo up to ${count(body.logoBytesMax)}, and up to ${count(body.valuesMax)} values.
- **Repeating a POST** is safe with an \`Idempotency-Key\`: the same response is returned for ${idempotency.keptHours} hours. Secrets and links are shown only once; the repeated request returns [\`secret_already_shown\`](/docs/errors#secret_already_shown).
- **Rate limit.** ${rate.requestsPerMinute} requests per minute for each key, unless this installation sets another limit. \`X-RateLimit-Remaining\` shows how many are left, and \`Retry-After\` tells you when to retry.`,
      code: errorBody,
    },
    {
      id: 'webhooks',
      title: 'Webhooks',
      text: `[Events](/docs/events) are sent to your endpoint as POST requests with a JSON body. Respond with a 2xx status within ${webhook.timeoutMs / 1_000} seconds. A delivery is attempted up to ${webhook.attemptsMax} times over about 24 hours. The same event can arrive more than once; use its \`id\` to discard duplicates.

[Verify](/docs/guides/webhooks#verify-the-signature) \`Service-Signature\` before you parse the body. \`v1\` is the HMAC-SHA256 of \`<t>.<raw body>\`; the key is the whole secret, including \`whsec_\`. Compare in constant time, and reject a \`t\` that is more than ${webhook.signatureToleranceSeconds / 60} minutes off.`,
      code: signedEvent,
    },
  ]
}

const count = (value: number) => value.toLocaleString('en')
