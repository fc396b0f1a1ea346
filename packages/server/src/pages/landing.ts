import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { docsStyle } from './docs/style.ts'
import { failurePage } from './error.ts'
import { nothing } from './markup.ts'
import { type Page, sendPage } from './page.ts'
import { posternIcon, posternMark } from './postern-mark.ts'

/** `GET /`: links to the dashboard, the API reference and the sandbox. */
export function landingPage(ctx: Context, version?: string): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.get('/', countUnauthenticatedRequests(ctx), (call) =>
    sendPage(ctx, call, 200, landing(ctx.config, version)),
  )
  return pages
}

export function landing(
  { publicUrl, sandboxUrl }: Pick<Config, 'publicUrl' | 'sandboxUrl'>,
  version?: string,
): Page {
  return {
    language: 'en',
    icon: posternIcon,
    title: 'Postern',
    style: docsStyle,
    body: html`<body>
<main class="narrow">
<p class="lockup">${posternMark(40)}Postern</p>
<h1>Postern is running</h1>
<p>Your self-hosted social publishing service: connect your clients’ accounts with a link, keep each client in a separate profile, and get events by webhook. ${version ? `Version ${version}` : 'Running'} at <code>${publicUrl}</code>.</p>
<ul class="ways">
<li><a class="main" href="/dashboard"><strong>Dashboard</strong><span>Clients, posts, comments, insights and webhooks</span></a></li>
<li><a href="/docs/guides"><strong>Guides</strong><span>From the first key to the first published post</span></a></li>
<li><a href="/docs"><strong>API reference</strong><span>Every endpoint with examples</span></a></li>
<li><a href="/docs/errors"><strong>Errors</strong><span>Every error code and what to do</span></a></li>
<li><a href="/v1/openapi.json"><strong>OpenAPI</strong><span>Machine-readable spec</span></a></li>
${sandboxUrl ? html`<li><a href="${sandboxUrl}"><strong>Sandbox</strong><span>Test without real accounts</span></a></li>` : nothing}
</ul>
<section class="card" aria-labelledby="first"><h2 id="first">Get started</h2>
<p>The first start of the service printed a sign-in link and an owner key. <code>postern sign-in</code> and <code>postern keys create</code> on the server create new ones (<a href="/docs/guides/operations#the-postern-command">how to run them</a>).</p>
<pre><code>export POSTERN_KEY=pst_owner_…
curl "${publicUrl}/v1/me" \\
  -H "Authorization: Bearer $POSTERN_KEY"</code></pre></section>
</main>
</body>`,
  }
}
