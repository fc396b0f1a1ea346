import { html } from 'hono/html'
import { type ErrorCode, errorCatalogue } from '../core/error-catalogue.ts'
import { type ConnectError, connectErrors } from '../schemas/connect-link.ts'
import type { Page } from './answer.ts'
import { docsPage, inline } from './docs-frame.ts'
import { advice, adviceByType } from './error-advice.ts'
import type { Markup } from './markup.ts'

/** Why a client came back without a connection (interface.md "Connect links"). */
const connectWords: Record<ConnectError, string> = {
  access_denied: 'The client cancelled on the platform’s permission page.',
  permission_missing: 'The client did not tick all required permissions.',
  account_in_other_profile:
    'The account is already connected in another profile of yours. Move it with `POST /v1/accounts/{id}/move`.',
  plan_account_limit: 'The number of accounts that this installation allows is reached.',
  expired: 'The link expired before the client finished. Create a new one.',
}

const example = `{
  "error": {
    "type": "permission_error",
    "code": "owner_key_required",
    "message": "This endpoint needs an owner key.",
    "param": null,
    "details": [],
    "platform": null,
    "retryable": false,
    "doc_url": "…/docs/errors#owner_key_required",
    "request_id": "req_…"
  }
}`

/** Every error code of the API: what it means and what to do. Each code is an anchor. */
export function errorListPage(): Page {
  const codes = Object.keys(errorCatalogue) as ErrorCode[]
  const statuses = [...new Set(codes.map((code) => errorCatalogue[code].status))].sort()
  const byStatus = statuses.map((status) => ({
    status,
    codes: codes.filter((code) => errorCatalogue[code].status === status),
  }))
  return docsPage({
    title: 'Postern errors',
    nav: [
      ...byStatus.map(({ status, codes: own }) => ({
        address: `#status-${status}`,
        name: String(status),
        entries: own.map((code) => ({ address: `#${code}`, name: code })),
      })),
      { address: '#connect-links', name: 'Connect links' },
    ],
    main: html`<h1>Errors</h1>
<p>Every answer that is not a success has this body. <code>code</code> never changes its meaning; <code>message</code> is for people. <code>retryable</code> says whether the same request can succeed later.</p>
<pre><code>${example}</code></pre>
${byStatus.map(({ status, codes: own }) => html`<h2 id="status-${status}">${status}</h2>${own.map(errorCard)}`)}
<h2 id="connect-links">Connect links</h2>
<p>A client who comes back without a connection brings <code>status=error</code> and one of these words as <code>error</code> in the query of your redirect_url. The link can be tried again until it expires.</p>
<dl class="fields">${connectErrors.map((error) => html`<div><dt><code>${error}</code></dt><dd>${inline(connectWords[error])}</dd></div>`)}</dl>`,
  })
}

function errorCard(code: ErrorCode): Markup {
  const { status, type, message, retryable } = errorCatalogue[code]
  return html`<section class="card error" id="${code}" aria-labelledby="${code}-title">
<h3 id="${code}-title"><code>${code}</code></h3>
<p class="call"><span class="status">${status}</span><span class="access">${type}${retryable ? ', can be retried' : ''}</span></p>
<p>${inline(message)}</p>
<p>${inline(advice[code] ?? adviceByType[type])}</p>
</section>`
}
