import { html } from 'hono/html'
import { type ErrorCode, errorCatalog } from '../../core/error-catalog.ts'
import { type ConnectError, connectErrors } from '../../schemas/connect-link.ts'
import type { Markup } from '../markup.ts'
import type { Page } from '../page.ts'
import { errorsScript } from './assets.ts'
import { advice, adviceByType } from './error-advice.ts'
import { docsPage, inline } from './frame.ts'

/** Why a client returned without a connection (contract.md §5). */
const connectErrorTexts: Record<ConnectError, string> = {
  access_denied: 'The client canceled on the platform’s permission page.',
  permission_missing:
    'The client did not grant all required permissions. Ask them to leave all permissions on.',
  account_in_other_profile:
    'The account is already connected in another of your profiles. Move it with `POST /v1/accounts/{id}/move`.',
  plan_account_limit:
    'The account limit of this installation, or of 1,000 accounts in a profile, is reached. Disconnect an account or raise the limit.',
  expired: 'The link expired before the client finished. Create a new link.',
}

const example = `{
  "error": {
    "type": "permission_error",
    "code": "owner_key_required",
    "message": "This endpoint needs an owner key. Use one.",
    "param": null,
    "details": [],
    "platform": null,
    "retryable": false,
    "doc_url": "…/docs/errors#owner_key_required",
    "request_id": "req_…"
  }
}`

/** The page with every error code, what it means and what to do. Each code is an anchor. */
export function errorListPage(): Page {
  const codes = Object.keys(errorCatalog) as ErrorCode[]
  const statuses = [...new Set(codes.map((code) => errorCatalog[code].status))].sort()
  const byStatus = statuses.map((status) => ({
    status,
    codes: codes.filter((code) => errorCatalog[code].status === status),
  }))
  return docsPage({
    title: 'Postern errors',
    section: '/docs/errors',
    scripts: [errorsScript],
    nav: [
      ...byStatus.map(({ status, codes: statusCodes }) => ({
        address: `#status-${status}`,
        name: String(status),
        entries: statusCodes.map((code) => ({ address: `#${code}`, name: code })),
      })),
      { address: '#connect-links', name: 'Connect links' },
    ],
    main: html`<h1>Errors</h1>
<form class="filter" role="search" aria-label="Error codes" hidden><label>Filter codes <input type="search" name="words" autocomplete="off"></label> <span role="status"></span></form>
<div class="error-body"><p>Every error response has this body. The meaning of a <code>code</code> never changes; <code>message</code> is for people and may change. If <code>retryable</code> is true, the same request can succeed later.</p>
<pre tabindex="0"><code>${example}</code></pre></div>
${byStatus.map(({ status, codes: statusCodes }) => html`<section class="codes"><h2 id="status-${status}">${status}</h2>${statusCodes.map(errorCard)}</section>`)}
<h2 id="connect-links">Connect links</h2>
<p>If a client returns without a connection, the query of your <code>redirect_url</code> contains <code>status=error</code> and one of these values as <code>error</code>. The client can try the link again until it expires.</p>
<dl class="fields">${connectErrors.map((error) => html`<div><dt><code>${error}</code></dt><dd>${inline(connectErrorTexts[error])}</dd></div>`)}</dl>`,
  })
}

function errorCard(code: ErrorCode): Markup {
  const { status, type, message, retryable } = errorCatalog[code]
  return html`<section class="card error" id="${code}" aria-labelledby="${code}-title">
<h3 id="${code}-title"><code>${code}</code></h3>
<p class="call"><span class="status">${status}</span><span class="access">${type}${retryable ? ', retryable' : ''}</span></p>
<p>${inline(message)}</p>
<p>${inline(advice[code] ?? adviceByType[type])}</p>
</section>`
}
