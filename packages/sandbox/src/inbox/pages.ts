import { html } from 'hono/html'
import type { InboxConfig, InboxMessage } from '../core/content.ts'
import { panelFrame } from '../panel/frame.ts'

/** All inboxes with their number of messages. */
export function inboxListPage(inboxes: { name: string; messages: number }[]) {
  return panelFrame(
    'Inboxes',
    html`<h1>Webhook inboxes</h1>
      <p>Point a webhook endpoint at <code>POST /inbox/{any-name}</code>. Received messages appear here.</p>
      ${
        inboxes.length === 0
          ? html`<p class="empty">Nothing has arrived yet.</p>`
          : html`<ul>${inboxes.map(
              (inbox) =>
                html`<li><a href="/inbox/${inbox.name}">${inbox.name}</a> (${inbox.messages})</li>`,
            )}</ul>`
      }`,
  )
}

const signatureTexts: Record<InboxMessage['signature'], string> = {
  valid: 'Valid signature',
  invalid: 'Invalid signature',
  stale: 'Outdated signature',
  missing: 'No signature',
  no_secret: 'Not verified (no secret)',
}

/** One inbox, newest message first. */
export function inboxPage(config: InboxConfig, messages: Readonly<InboxMessage>[]) {
  return panelFrame(
    `Inbox ${config.id}`,
    html`<h1>Inbox ${config.id}</h1>
      <p>Responds with ${config.status}${config.delay_ms ? html` after ${config.delay_ms} ms` : ''}. ${config.secret ? 'Signatures are verified.' : 'Signatures are not verified: enter the endpoint secret.'}</p>
      <form method="post" action="/inbox/${config.id}/secret" class="line">
        <label>Endpoint secret <input name="secret" placeholder="whsec_…" size="50" autocomplete="off" required></label>
        <button>Verify signatures</button>
      </form>
      ${messages.length === 0 ? html`<p class="empty">Nothing has arrived yet.</p>` : ''}
      ${messages.toReversed().map(
        (message) => html`<article class="card">
          <h2>${message.received_at} <span class="tag ${message.signature}">${signatureTexts[message.signature]}</span></h2>
          <details><summary>Headers</summary><pre>${JSON.stringify(message.headers, null, 2)}</pre></details>
          <pre>${pretty(message.body)}</pre>
        </article>`,
      )}`,
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
