import { html } from 'hono/html'
import type { InboxConfig, InboxMessage } from '../core/content.ts'
import { type Markup, panelFrame } from '../panel/frame.ts'
import { timeAgo } from '../panel/times.ts'

export type InboxSummary = { name: string; messages: readonly Readonly<InboxMessage>[] }

/** All inboxes with the last event of each. */
export function inboxListPage(inboxes: readonly InboxSummary[], now: number): Markup {
  return panelFrame(
    'Webhook inboxes',
    '/inbox',
    html`<div class="head"><h1>Webhook inboxes</h1></div>
      <section class="card"><p>Point a webhook endpoint at <code>/inbox/any-name</code> on this host. What it receives appears here.</p>
      ${
        inboxes.length === 0
          ? html`<p class="empty">Nothing has arrived yet.</p>`
          : html`<div class="wide" tabindex="0" role="region" aria-label="Inboxes"><table>
            <thead><tr><th scope="col">Inbox</th><th scope="col">Messages</th><th scope="col">Last event</th><th scope="col">Signature</th><th scope="col">Received</th></tr></thead>
            <tbody>${inboxes.map((inbox) => inboxRow(inbox, now))}</tbody></table></div>`
      }</section>`,
  )
}

function inboxRow({ name, messages }: InboxSummary, now: number): Markup {
  const last = messages.at(-1)
  return html`<tr><th scope="row"><a href="/inbox/${name}">${name}</a></th><td>${messages.length}</td>
    <td>${last ? eventName(last.body) : '–'}</td><td>${last ? signatureTag(last) : '–'}</td>
    <td>${last ? timeAgo(Date.parse(last.received_at), now) : '–'}</td></tr>`
}

const signatureTexts: Record<InboxMessage['signature'], string> = {
  valid: 'Valid signature',
  invalid: 'Invalid signature',
  stale: 'Outdated signature',
  missing: 'No signature',
  no_secret: 'Not verified (no secret)',
}

function signatureTag({ signature }: Readonly<InboxMessage>): Markup {
  return html`<span class="tag ${signature}">${signatureTexts[signature]}</span>`
}

/** One inbox, newest message first; the newest is open. */
export function inboxPage(
  config: InboxConfig,
  messages: readonly Readonly<InboxMessage>[],
  now: number,
): Markup {
  return panelFrame(
    `Inbox ${config.id}`,
    '/inbox',
    html`<div class="head"><h1>Inbox ${config.id}</h1>
      <a class="button" href="/inbox/${config.id}">Refresh</a></div>
      <section class="card"><h2>Settings</h2>
      <p>Responds with ${config.status}${config.delay_ms ? html` after ${config.delay_ms} ms` : ''}. ${config.secret ? 'Signatures are verified.' : 'Signatures are not verified: enter the endpoint secret.'}</p>
      <form method="post" action="/inbox/${config.id}/secret" class="line">
        <label>Endpoint secret <input name="secret" placeholder="whsec_…" size="40" autocomplete="off" required></label>
        <button class="primary">Verify signatures</button>
      </form></section>
      ${messages.length === 0 ? html`<p class="empty">Nothing has arrived yet.</p>` : ''}
      ${messages.toReversed().map((message, index) => messageCard(message, now, index === 0))}`,
  )
}

function messageCard(message: Readonly<InboxMessage>, now: number, isOpen: boolean): Markup {
  const open = isOpen ? ' open' : ''
  return html`<details class="card message"${open}><summary><strong>${eventName(message.body)} <small>${platformOf(message.body)}</small></strong>
      ${signatureTag(message)} <small>${timeAgo(Date.parse(message.received_at), now)}</small></summary>
    <pre>${pretty(message.body)}</pre>
    <details><summary>Headers</summary><pre>${JSON.stringify(message.headers, null, 2)}</pre></details></details>`
}

/** The `type` of an event, as "post.published". */
function eventName(body: string): string {
  const type = parse(body)?.type
  return typeof type === 'string' ? type : 'Message without an event type'
}

/** Tells the events of one post on several accounts apart. */
function platformOf(body: string): string {
  const data = parse(body)?.data
  const { platform } = (data ?? {}) as { platform?: unknown }
  return typeof platform === 'string' ? platform : ''
}

function pretty(body: string): string {
  const value = parse(body)
  return value === null ? body : JSON.stringify(value, null, 2)
}

function parse(body: string): { type?: unknown; data?: unknown } | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
