import { html } from 'hono/html'
import type { InboxConfig, InboxMessage } from '../core/content.ts'
import { type Markup, panelFrame } from '../panel/frame.ts'
import { liveScript, refreshButton } from '../panel/live.ts'
import { timeAgo } from '../panel/times.ts'
import { eventName, messageCard, signatureTag, subjectOf } from './message.ts'

const liveList = (content: Markup | Markup[]): Markup =>
  html`<div id="live" data-live>${content}</div>${liveScript}`

export type InboxSummary = { name: string; messages: readonly Readonly<InboxMessage>[] }

const messagesShown = 50

/** All inboxes with the last event of each. */
export function inboxListPage(inboxes: readonly InboxSummary[], now: number): Markup {
  return panelFrame(
    'Webhook inboxes',
    '/inbox',
    html`<div class="head"><h1>Webhook inboxes</h1>${refreshButton('/inbox')}</div>
      <p class="soft">Point a webhook endpoint at <code>/inbox/any-name</code> on this host. What it receives appears here.</p>
      ${liveList(
        inboxes.length === 0
          ? html`<p class="empty">Nothing has arrived yet.</p>`
          : inboxes.map((inbox) => inboxRow(inbox, now)),
      )}`,
  )
}

function inboxRow({ name, messages }: InboxSummary, now: number): Markup {
  const last = messages.at(-1)
  const count = `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`
  return html`<section class="card row"><h2><a href="/inbox/${name}" id="inbox-${name}">${name}</a></h2>
    <span class="subject" dir="auto">${last ? html`${eventName(last.body)} <small>${subjectOf(last.body)}</small>` : ''}</span>
    <span class="state"><small>${count}</small> ${last ? html`${signatureTag(last)} <small>${timeAgo(Date.parse(last.received_at), now)}</small>` : ''}</span></section>`
}

/** One inbox, newest message first; the newest is open. */
export function inboxPage(
  config: InboxConfig,
  messages: readonly Readonly<InboxMessage>[],
  now: number,
): Markup {
  const shown = messages.slice(-messagesShown).reverse()
  return panelFrame(
    `Inbox ${config.id}`,
    '/inbox',
    html`<div class="head"><h1>Inbox ${config.id}</h1>${refreshButton(`/inbox/${config.id}`)}</div>
      <details class="card fold"${config.secret ? '' : ' open'}><summary><h2>Settings</h2></summary>
      <p>Responds with ${config.status}${config.delay_ms ? html` after ${config.delay_ms} ms` : ''}. ${config.secret ? 'Signatures are verified.' : 'Signatures are not verified: enter the endpoint secret.'}</p>
      <form method="post" action="/inbox/${config.id}/secret" class="line">
        <label>Endpoint secret <input name="secret" placeholder="whsec_…" size="40" autocomplete="off" required></label>
        <button class="primary">Verify signatures</button>
      </form></details>
      ${liveList(
        messages.length === 0
          ? html`<p class="empty">Nothing has arrived yet.</p>`
          : shown.map((message, index) => messageCard(message, now, index === 0)),
      )}
      ${messages.length > messagesShown ? html`<p class="soft">The newest ${messagesShown} of ${messages.length} messages.</p>` : ''}`,
  )
}
