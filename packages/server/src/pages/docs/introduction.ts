import { limits } from '../../core/limits.ts'

/** The introduction of the API reference, in Markdown. */
export function introduction(description: string, publicUrl: string): string {
  const { page, idempotency, rate, body, webhook } = limits
  return `${description} Bodies are JSON with snake_case fields. The machine-readable version of this document is at [/v1/openapi.json](/v1/openapi.json).

## Base URL

\`\`\`
${publicUrl}
\`\`\`

## Your first request

The first start of the service printed an owner key. \`npx postern keys create\` creates another one.

\`\`\`
export POSTERN_KEY=pst_owner_…
curl "${publicUrl}/v1/me" -H "Authorization: Bearer $POSTERN_KEY"
\`\`\`

**Try it out** on the page of an operation sends real requests to this installation. It uses your session if you are signed in to the dashboard, or the key that you enter under **Authorize**, which is forgotten when you leave the page.

## Basics

- **Keys.** An owner key sees all profiles. A profile key sees one profile and gets [\`owner_key_required\`](/docs/errors#owner_key_required) from endpoints that need an owner key.
- **Profile.** With an owner key, \`Service-Profile\` (an ID or your \`external_id\`) limits a request to one profile. Without it you see all profiles, and new data goes to the default profile.
- **Times** are ISO 8601 in UTC, ending in \`Z\`. Days are \`YYYY-MM-DD\`, in UTC.
- **Strict input.** An unknown field or parameter returns [\`validation_failed\`](/docs/errors#validation_failed), which names it. A body can have up to ${body.keyedBytesMax.toLocaleString('en')} bytes, the body of a post up to ${body.jsonBytesMax.toLocaleString('en')}, that of a logo up to ${body.logoBytesMax.toLocaleString('en')}, and up to ${body.valuesMax.toLocaleString('en')} values.
- **Lists** accept \`limit\` (default ${page.default}, maximum ${page.max}) and \`cursor\`. While \`has_more\` is true, send \`next_cursor\` as \`cursor\` to get the next page.
- **Repeating a POST** is safe with an \`Idempotency-Key\`: the same response is returned for ${idempotency.keptHours} hours. Secrets and links are shown only once; the repeated request returns [\`secret_already_shown\`](/docs/errors#secret_already_shown).
- **Rate limit.** ${rate.requestsPerMinute} requests per minute for each key, unless this installation sets another limit. \`X-RateLimit-Remaining\` shows how many are left, and \`Retry-After\` tells you when to retry.
- **Errors** all have the same body, with a stable \`code\` and a \`request_id\`. See [all error codes and what to do](/docs/errors).

## Webhooks

Events are sent to your endpoint as POST requests with a JSON body. Respond with a 2xx status within ${webhook.timeoutMs / 1_000} seconds. A delivery is attempted up to ${webhook.attemptsMax} times over about 24 hours. The same event can arrive more than once; use its \`id\` to discard duplicates.

Verify \`Service-Signature: t=<unix_seconds>,v1=<hex_digest>\` before you parse the body. \`v1\` is the HMAC-SHA256 of \`<t>.<raw body>\`; the key is the whole secret, including \`whsec_\`. Compare in constant time, and reject a \`t\` that is more than ${webhook.signatureToleranceSeconds / 60} minutes off. \`Service-Event\` contains the event type and \`Service-Delivery\` the ID of the delivery.`
}
