import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { answerPage, type Page } from './answer.ts'
import { docsStyle } from './docs-style.ts'
import { failurePage } from './error.ts'
import { nothing } from './markup.ts'

/** `GET /`: what answers here, and where to go from here. */
export function landingPage(ctx: Context, version?: string): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.get('/', countUnauthenticatedRequests(ctx), (call) =>
    answerPage(ctx, call, 200, landing(ctx.config, version)),
  )
  return pages
}

export function landing(
  { publicUrl, sandboxUrl }: Pick<Config, 'publicUrl' | 'sandboxUrl'>,
  version?: string,
): Page {
  return {
    language: 'en',
    title: 'Postern',
    style: docsStyle,
    body: html`<body>
<main class="narrow">
<h1>Postern is running</h1>
<p>A social publishing service of your own: connect your clients’ accounts with a link, keep each client apart in a profile, and hear of everything by webhook. ${version ? `Version ${version}, reachable` : 'Reachable'} at <code>${publicUrl}</code>.</p>
<ul class="ways">
<li><a href="/dashboard"><strong>Dashboard</strong><span>Clients, posts, comments, figures and webhooks</span></a></li>
<li><a href="/docs"><strong>API reference</strong><span>Every endpoint with a command to paste</span></a></li>
<li><a href="/docs/errors"><strong>Errors</strong><span>Every code, and what to do about it</span></a></li>
<li><a href="/v1/openapi.json"><strong>OpenAPI</strong><span>The same document for programs</span></a></li>
${sandboxUrl ? html`<li><a href="${sandboxUrl}"><strong>Sandbox</strong><span>Local platforms to try everything with</span></a></li>` : nothing}
</ul>
<section class="card" aria-labelledby="first"><h2 id="first">Begin here</h2>
<p>The address of your first sign-in and your owner key were printed when the service started for the first time; <code>npm run sign-in</code> and <code>npm run key</code> make others.</p>
<pre><code>export POSTERN_KEY=pst_owner_…
curl "${publicUrl}/v1/me" \\
  -H "Authorization: Bearer $POSTERN_KEY"</code></pre></section>
</main>
</body>`,
  }
}
