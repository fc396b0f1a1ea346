import { limits } from '../core/limits.ts'

/** What holds for every endpoint, in the Markdown of an OpenAPI description. */
export function introduction(description: string, publicUrl: string): string {
  const { page, idempotency, rate, body, webhook } = limits
  return `${description} Every path is relative to \`${publicUrl}\`; bodies are JSON in snake_case. Programs read the same document at [/v1/openapi.json](/v1/openapi.json).

## Your first call

An owner key was printed when the service started for the first time; \`npm run key\` makes others.

\`\`\`
export POSTERN_KEY=pst_owner_…
curl "${publicUrl}/v1/me" -H "Authorization: Bearer $POSTERN_KEY"
\`\`\`

**Authorize** takes a key, which is forgotten when the page is closed. **Try it out** then sends real requests to this installation.

## Rules for every endpoint

- **Keys.** An owner key sees all profiles. A profile key sees one profile and gets [\`owner_key_required\`](/docs/errors#owner_key_required) where an owner key is needed.
- **Profile.** With an owner key, \`Service-Profile\` (an id or your own external_id) confines a request to one profile. Without it you see all profiles, and new data goes to the default one.
- **Times** are ISO 8601 in UTC, ending in \`Z\`. Days are \`YYYY-MM-DD\`, in UTC.
- **Strict input.** An unknown field or parameter is refused with [\`validation_failed\`](/docs/errors#validation_failed), which names it. A body may have up to ${body.keyedBytesMax.toLocaleString('en')} bytes, that of a post up to ${body.jsonBytesMax.toLocaleString('en')}, and up to ${body.valuesMax.toLocaleString('en')} values.
- **Lists** take \`limit\` (${page.default}, at most ${page.max}) and \`cursor\`. While \`has_more\` is true, \`next_cursor\` leads to the next page.
- **Repeating a POST** is safe with an \`Idempotency-Key\`: for ${idempotency.keptHours} hours the same request returns the same response. A secret or a link that is shown once is not repeated: the response is then [\`secret_already_shown\`](/docs/errors#secret_already_shown).
- **Rate.** ${rate.requestsPerMinute} requests a minute for each key, unless this installation says otherwise; \`X-RateLimit-Remaining\` counts down and \`Retry-After\` says when to go on.
- **Errors** have one shape, with a code that does not change and a \`request_id\`. [Every code and what to do](/docs/errors).

## Webhooks

An event is sent to your endpoint as a POST with a JSON body. Answer with a 2xx status within ${webhook.timeoutMs / 1_000} seconds. A delivery that fails is tried ${webhook.attemptsMax} times in about 24 hours, and the same event may come more than once: remember its \`id\`.

Verify \`Service-Signature: t=<unix_seconds>,v1=<hex_digest>\` before you read the body: \`v1\` is the HMAC-SHA256 of \`<t>.<raw body>\` with the whole secret, \`whsec_\` included, as its key. Compare in constant time and refuse a \`t\` that is more than ${webhook.signatureToleranceSeconds / 60} minutes away. \`Service-Event\` and \`Service-Delivery\` name the type and the delivery.`
}
