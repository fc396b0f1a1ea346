import { html } from 'hono/html'
import type { OutgoingRequest } from '../core/content.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'
import type { Markup } from './frame.ts'
import { prettyJson } from './labels.ts'
import { showNewButton } from './live.ts'
import { timeAgo } from './times.ts'

const sentShown = 20
const statusTags: Record<string, string> = { 'HTTP 200': 'ok', waiting: '' }

/** What the networks sent to the app, newest first. */
export function outgoingCard(sandbox: Sandbox): Markup {
  const sent = [...sandbox.state.outgoing.values()].slice(-sentShown).reverse()
  return html`<details class="card fold" id="outgoing"><summary><h2 id="outgoing-title">Webhooks and callbacks sent</h2></summary>
    ${showNewButton('outgoing-list', 'Show what was sent since')}
    <div id="outgoing-list" data-live="hold" class="wide" tabindex="0" role="region" aria-labelledby="outgoing-title">${
      sent.length === 0
        ? html`<p class="empty">None yet.</p>`
        : html`<table class="rows">
          <thead><tr><th scope="col">Sent</th><th scope="col">Response</th><th scope="col">Platform</th><th scope="col">Event</th></tr></thead>
          <tbody>${sent.map((item) => sentRow(sandbox, item))}</tbody></table>`
    }</div></details>`
}

function sentRow(sandbox: Sandbox, item: Readonly<OutgoingRequest>): Markup {
  return html`<tr><td>${timeAgo(item.created_at, sandbox.clock.ms())}</td>
    <td><span class="tag ${statusTags[item.last_status] ?? 'failed'}">${item.last_status}</span></td>
    <td>${networkOf(sandbox, item.platform).name}</td>
    <td>${sentDetails(item)}</td></tr>`
}

function sentDetails(item: Readonly<OutgoingRequest>): Markup {
  const attempts = `${item.attempts} ${item.attempts === 1 ? 'attempt' : 'attempts'}`
  return html`<details id="sent-${item.id}"><summary>${item.what.replaceAll('_', ' ')}</summary>
    <p><small>To</small> <code>${item.url}</code></p>
    <p><small>${attempts}${item.next_at === null ? '' : ', will be retried'}</small></p>
    <p><small>Headers</small></p><pre>${JSON.stringify(item.headers, null, 2)}</pre>
    <p><small>Body</small></p><pre>${prettyJson(item.body)}</pre>
    ${item.last_answer ? html`<p><small>Response</small></p><pre>${prettyJson(item.last_answer)}</pre>` : ''}</details>`
}
