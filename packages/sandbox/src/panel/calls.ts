import { html, raw } from 'hono/html'
import type { Call } from '../core/calls.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'
import type { Markup } from './frame.ts'
import { faultLabels, prettyJson } from './labels.ts'
import { showNewButton } from './live.ts'
import { timeAgo } from './times.ts'

const callsShown = 15
const allShown = 200
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The calls to show. Empty means every platform and any text; `isAll` shows more than 15. */
export type CallFilter = { platform: string; text: string; isAll: boolean }

export function callFilter(query: URLSearchParams): CallFilter {
  const text = query.get('call') ?? ''
  return { platform: query.get('platform') ?? '', text, isAll: query.get('all') === '1' }
}

/** As in the URL of the panel; '' for no filter. */
export function callQuery({ platform, text, isAll }: CallFilter): string {
  if (platform === '' && text === '' && !isAll) return ''
  return `?${new URLSearchParams({ platform, call: text, ...(isAll ? { all: '1' } : {}) })}`
}

/** What the app called, newest first. */
export function callsCard(sandbox: Sandbox, filter: CallFilter): Markup {
  const all = sandbox.calls.list()
  const words = filter.text.split(/\s+/).filter(Boolean)
  const found = all
    .filter(({ platform }) => filter.platform === '' || platform === filter.platform)
    .filter((call) => words.every((word) => isMatch(call, word)))
  const shown = found.slice(0, filter.isAll ? allShown : callsShown)
  const isFiltered = filter.platform !== '' || filter.text !== ''
  return html`<details class="card fold" id="calls" open><summary><h2 id="calls-title">Recent API calls</h2></summary>
    <form action="/#calls" class="line">
      <label>Platform <select name="platform"><option value="">All</option>${sandbox.networks.map(
        ({ id, name }) =>
          html`<option value="${id}"${id === filter.platform ? raw(' selected') : ''}>${name}</option>`,
      )}</select></label>
      <label class="search">Method, status, endpoint or path <input name="call" value="${filter.text}"></label>
      <button>Filter</button>${isFiltered ? html`<a class="button" href="/#calls">Clear filter</a>` : ''}
      ${showNewButton('calls-list', 'Show new calls')}</form>
    <div id="calls-list" data-live="hold" class="wide" tabindex="0" role="region" aria-labelledby="calls-title">${
      found.length === 0
        ? html`<p class="empty">${all.length === 0 ? 'None yet.' : `None of the last ${all.length} calls match.`}</p>`
        : html`<table class="rows">
          <thead><tr><th scope="col">Time</th><th scope="col">Response</th><th scope="col">Platform</th><th scope="col">Request</th></tr></thead>
          <tbody>${shown.map((call) => callRow(sandbox, call))}</tbody></table>`
    }${
      !filter.isAll && shown.length < found.length
        ? html`<p class="more"><a href="/${callQuery({ ...filter, isAll: true })}#calls">Show ${found.length > allShown ? `${allShown} of ${found.length}` : `all ${found.length}`}</a></p>`
        : ''
    }</div></details>`
}

/** A method and a status match as a whole: POST is also a part of paths, and 400 one of IDs. */
function isMatch({ method, status, name, path }: Call, word: string): boolean {
  if (methods.includes(word.toUpperCase())) return method === word.toUpperCase()
  if (/^\d{3}$/.test(word)) return status === Number(word)
  const [pathname] = path.split('?')
  return `${pathname} ${name}`.toLowerCase().includes(word.toLowerCase())
}

function callRow(sandbox: Sandbox, call: Call): Markup {
  const isGood = typeof call.status === 'number' && call.status < 400
  const fault = faultLabels[call.fault as keyof typeof faultLabels]
  return html`<tr><td>${timeAgo(Date.parse(call.at), sandbox.clock.ms())}</td>
      <td><span class="tag ${isGood ? 'ok' : 'failed'}">${call.status === 'none' ? 'No response' : call.status}</span>${fault ? html` <span class="tag fault">${fault}</span>` : ''}</td>
      <td>${networkOf(sandbox, call.platform).name}</td>
      <td>${callDetails(call)}</td></tr>`
}

/** Method and path; opened, the endpoint, each parameter of the query, and the bodies. */
function callDetails({ id, method, name, path, request, response }: Call): Markup {
  const at = path.indexOf('?')
  const pathname = at === -1 ? path : path.slice(0, at)
  return html`<details id="call-${id}"><summary><code>${method} ${breakable(pathname)}</code></summary>
    <p><small>Endpoint</small> <code>${name}</code></p>
    ${part('Parameters', at === -1 ? '' : parameterLines(path.slice(at)))}
    ${part('Request', isForm(request) ? parameterLines(request) : prettyJson(request))}
    ${part('Response', prettyJson(response))}</details>`
}

const part = (name: string, text: string) =>
  text === '' ? '' : html`<p><small>${name}</small></p><pre>${text}</pre>`

const isForm = (body: string) => /^[\w.]+=/.test(body)

const parameterLines = (query: string) =>
  [...new URLSearchParams(query)].map((pair) => pair.join(' = ')).join('\n')

/** Where a path is too long for its line, it breaks after a slash. */
const breakable = (path: string) =>
  path.split('/').map((part, index) => (index === 0 ? part : html`/<wbr>${part}`))
