import { html, raw } from 'hono/html'
import type { Call } from '../core/calls.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'
import type { Markup } from './frame.ts'
import { faultLabels } from './labels.ts'
import { timeAgo } from './times.ts'

const callsShown = 50
const sentShown = 20
const answerCharsShown = 120
const outgoingTags: Record<string, string> = { 'HTTP 200': 'ok', waiting: '' }

/** What the networks sent to the app. */
export function outgoingCard(sandbox: Sandbox): Markup {
  const sent = [...sandbox.state.outgoing.values()].slice(-sentShown).reverse()
  return html`<details class="card fold" id="outgoing"><summary><h2 id="outgoing-title">Webhooks and callbacks sent</h2></summary>
    ${
      sent.length === 0
        ? html`<p class="empty">None yet.</p>`
        : html`<div class="wide scrolls" tabindex="0" role="region" aria-labelledby="outgoing-title"><table>
          <thead><tr><th scope="col">Sent</th><th scope="col">Response</th><th scope="col">Platform</th><th scope="col">Event</th><th scope="col">To</th></tr></thead>
          <tbody>${sent.map(
            (item) => html`<tr><td>${timeAgo(item.created_at, sandbox.clock.ms())}</td>
            <td><span class="tag ${outgoingTags[item.last_status] ?? 'failed'}">${item.last_status}</span>
            <small>${item.attempts} ${item.attempts === 1 ? 'attempt' : 'attempts'}${item.next_at === null ? '' : ', will be retried'} ${item.last_answer.slice(0, answerCharsShown)}</small></td>
            <td>${networkOf(sandbox, item.platform).name}</td><td>${item.what.replaceAll('_', ' ')}</td>
            <td class="path"><code>${item.url}</code></td></tr>`,
          )}</tbody></table></div>`
    }</details>`
}

/** The calls to show: of a platform, and of a method or with a text in their path. Empty means all. */
export type CallFilter = { platform: string; text: string }

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

function isMatch({ method, path }: Call, text: string): boolean {
  const name = text.trim().toUpperCase()
  // Otherwise POST would also find GET /v1/posts.
  if (methods.includes(name)) return method === name
  return `${method} ${path.split('?')[0]}`.toUpperCase().includes(name)
}

/** What the app called, newest first. */
export function callsCard(sandbox: Sandbox, filter: CallFilter): Markup {
  const all = sandbox.calls.list()
  const calls = all
    .filter(({ platform }) => filter.platform === '' || platform === filter.platform)
    .filter((call) => isMatch(call, filter.text))
    .slice(0, callsShown)
  return html`<details class="card fold" id="calls" open><summary><h2 id="calls-title">Recent API calls</h2></summary>
    <form action="/#calls" class="line">
      <label>Platform <select name="platform"><option value="">All</option>${sandbox.networks.map(
        ({ id, name }) =>
          html`<option value="${id}"${id === filter.platform ? raw(' selected') : ''}>${name}</option>`,
      )}</select></label>
      <label>Method or path contains <input name="call" value="${filter.text}"></label>
      <button>Filter</button></form>
    ${
      calls.length === 0
        ? html`<p class="empty">${all.length === 0 ? 'None yet.' : `None of the last ${all.length} calls match.`}</p>`
        : html`<div class="wide scrolls" tabindex="0" role="region" aria-labelledby="calls-title"><table class="calls">
          <thead><tr><th scope="col">Time</th><th scope="col">Response</th><th scope="col">Platform</th><th scope="col">Request</th></tr></thead>
          <tbody>${calls.map((call) => callRow(sandbox, call))}</tbody></table></div>`
    }</details>`
}

function callRow(sandbox: Sandbox, call: Call): Markup {
  const isGood = typeof call.status === 'number' && call.status < 400
  const fault = faultLabels[call.fault as keyof typeof faultLabels]
  return html`<tr><td>${timeAgo(Date.parse(call.at), sandbox.clock.ms())}</td>
      <td><span class="tag ${isGood ? 'ok' : 'failed'}">${call.status === 'none' ? 'No response' : call.status}</span>${fault ? html` <span class="tag fault">${fault}</span>` : ''}</td>
      <td>${networkOf(sandbox, call.platform).name}</td>
      <td>${requestLine(call)}</td></tr>`
}

/** Method and path; the query, often longer than both, one parameter per line when opened. */
function requestLine({ method, path }: Call): Markup {
  const at = path.indexOf('?')
  const shown = html`<code>${method} ${breakable(at === -1 ? path : path.slice(0, at))}</code>`
  if (at === -1) return shown
  const parameters = [...new URLSearchParams(path.slice(at))]
  return html`<details><summary>${shown} <small>${parameters.length} ${parameters.length === 1 ? 'parameter' : 'parameters'}</small></summary>
    <pre>${parameters.map(([name, value]) => `${name} = ${value}`).join('\n')}</pre></details>`
}

/** Where a path is too long for its line, it breaks after a slash. */
const breakable = (path: string) =>
  path.split('/').map((part, index) => (index === 0 ? part : html`/<wbr>${part}`))
