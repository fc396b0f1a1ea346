import { html } from 'hono/html'
import { limits } from '../base/limits.ts'
import type { Markup } from './markup.ts'
import { codeList } from './reference-operation.ts'

/** What holds for every endpoint, before the endpoints. */
export function introduction(
  info: { version: string; description: string },
  publicUrl: string,
  commonCodes: readonly string[],
): Markup {
  const { page, idempotency, rate, body } = limits
  return html`<h1 id="start">API reference</h1>
<p>${info.description} Version ${info.version}.</p>
<p>Every path below is relative to <code>${publicUrl}</code>; bodies are JSON in snake_case. The same document for programs is <a href="/v1/openapi.json">openapi.json</a>.</p>
<section class="card" aria-labelledby="first"><h2 id="first">Your first call</h2>
<p>An owner key was printed when the service started for the first time. Put it into your shell, and the commands of this page work as they stand:</p>
<pre><code>export POSTERN_KEY=pst_owner_…
curl "${publicUrl}/v1/me" \\
  -H "Authorization: Bearer $POSTERN_KEY"</code></pre></section>
<section class="card" aria-labelledby="rules"><h2 id="rules">What holds everywhere</h2>
<ul class="plain-list">
<li><strong>Keys.</strong> An owner key sees all profiles. A profile key sees one profile and gets <a href="/docs/errors#owner_key_required"><code>owner_key_required</code></a> where an owner key is needed.</li>
<li><strong>Profile.</strong> With an owner key, <code>Service-Profile</code> (an id or your own external_id) confines a request to one profile. Without it you see all profiles, and new data goes to the default one.</li>
<li><strong>Times</strong> are ISO 8601 in UTC, ending in <code>Z</code>. Days are <code>YYYY-MM-DD</code>, in UTC.</li>
<li><strong>Strict input.</strong> A field or parameter that is not listed is refused with <a href="/docs/errors#validation_failed"><code>validation_failed</code></a>, which names it. A body may have up to ${body.keyedBytesMax.toLocaleString('en')} bytes, that of a post up to ${body.jsonBytesMax.toLocaleString('en')}, and up to ${body.valuesMax.toLocaleString('en')} values.</li>
<li><strong>Lists</strong> take <code>limit</code> (${page.default}, at most ${page.max}) and <code>cursor</code>; while <code>has_more</code> is true, <code>next_cursor</code> leads on.</li>
<li><strong>Repeating a POST</strong> is safe with an <code>Idempotency-Key</code>: for ${idempotency.keptHours} hours the same request answers the same again. A secret or a link that is shown once is not repeated: the answer is then <a href="/docs/errors#secret_already_shown"><code>secret_already_shown</code></a>.</li>
<li><strong>Rate.</strong> ${rate.requestsPerMinute} requests a minute for each key, unless this installation says otherwise; <code>X-RateLimit-Remaining</code> counts down and <code>Retry-After</code> says when to go on.</li>
<li><strong>Errors</strong> have one shape, with a code that does not change and a <code>request_id</code>. <a href="/docs/errors">Every code and what to do</a>.</li>
</ul></section>
<section class="card" id="common-errors" aria-labelledby="common-title"><h2 id="common-title">Errors that every endpoint can answer</h2>
<p>Beyond these, each endpoint lists its own.</p>
${codeList(commonCodes)}</section>`
}
