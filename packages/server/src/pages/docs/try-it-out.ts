import { html } from 'hono/html'
import { type Markup, nothing } from '../markup.ts'
import type { Area, AreaOperation } from './areas.ts'
import type { Parameter } from './samples.ts'
import { headersOf } from './samples-curl.ts'

const bodyRowsMax = 16

/** *Try it out* of an operation. The script sends the form; without it, the browser sends no `method="dialog"`. */
export function tryItOut(operation: AreaOperation, publicUrl: string): Markup {
  const { method, path, parameters, requestBody, responses, 'x-access': access } = operation
  if (Object.values(responses).some(({ content }) => 'text/event-stream' in content)) {
    return html`<p class="access">A stream stays open. To try it out, run the curl sample in a terminal.</p>`
  }
  const headers = headersOf({ access, publicUrl, method })
  return html`<details class="try"><summary>Try it out</summary>
<form method="dialog" data-method="${method}" data-url="${publicUrl}${path}" data-access="${access}" data-headers="${JSON.stringify(headers)}">
${parameters.filter((each) => each.in !== 'header').map(control)}
${requestBody ? bodyControl(requestBody.content) : nothing}
${parameters.filter((each) => each.in === 'header').map(control)}
<p class="sender" role="status"></p>
<div class="buttons"><button>Send</button><button type="reset">Reset</button>${authorizations[access]}</div>
<p class="sent" role="status"></p>
<div class="answer" hidden>
<pre tabindex="0" role="group" aria-label="Response body"><code></code></pre>
<details><summary>Response headers</summary><pre tabindex="0" role="group" aria-label="Response headers"><code></code></pre></details>
<details><summary>Sent request as curl</summary><pre tabindex="0" role="group" aria-label="Sent request as curl"><code></code></pre></details>
</div></form>${'multipart/form-data' in (requestBody?.content ?? {}) ? uploadCommand(`${publicUrl}${path}`, headers) : nothing}</details>`
}

const authorizeButton = html`<button type="button" class="authorize" popovertarget="key">Authorize</button>`

const authorizations = {
  key: authorizeButton,
  owner: authorizeButton,
  member: html`<a href="/dashboard">Sign in to the dashboard</a>`,
  public: nothing,
}

/** The value is sent under the name after the dot; those of several boxes are joined by commas. */
function control({ name, in: place, required, schema }: Parameter): Markup {
  const field = `${place}.${name}`
  const choices = schema.items?.enum
  if (choices) {
    return html`<fieldset><legend>${name}</legend>${choices.map((value) => html`<label><input type="checkbox" name="${field}" value="${value}"> ${value}</label>`)}</fieldset>
`
  }
  const values = schema.enum
  if (values) {
    return html`<label>${name} <select name="${field}"><option value="">Not set</option>${values.map((value) => html`<option>${value}</option>`)}</select></label>
`
  }
  const hint = [schema.examples?.[0] ?? schema.default ?? ''].flat().join()
  return html`<label>${name} <input name="${field}" placeholder="${hint}" autocomplete="off" spellcheck="false"${required ? html` required` : nothing}></label>
`
}

const lists = {
  acc: ['/v1/accounts', 'accounts#/Accounts/listAccounts'],
  med: ['/v1/media', 'media#/Media/listMedia'],
  prof: ['/v1/profiles', 'profiles#/Profiles/listProfiles'],
  mem: ['/v1/members', 'members#/Members/listMembers'],
} as const

/** The example as text, and where to find IDs that exist in place of those in it. */
function bodyControl(content: NonNullable<AreaOperation['requestBody']>['content']): Markup {
  const text = JSON.stringify(content['application/json']!.example ?? {}, null, 2)
  const rows = Math.min(text.split('\n').length, bodyRowsMax)
  const kinds = Object.entries(lists).filter(([kind]) => text.includes(`"${kind}_`))
  return html`${kinds.map(
    ([
      kind,
      [path, place],
    ]) => html`<p><code>${kind}_…</code> is an example. Take an ID from <a href="/docs/reference/${place}" target="_blank"><code>GET ${path}</code></a>.</p>
`,
  )}<label>Body <textarea name="body" rows="${rows}" autocomplete="off" spellcheck="false">
${text}</textarea></label>`
}

function uploadCommand(url: string, headers: readonly string[]): Markup {
  const options = [...headers.map((header) => `-H "${header}"`), '-F "file=@photo.jpg"']
  return html`<p>To upload a file:</p>
<pre tabindex="0"><code>${[`curl -X POST "${url}"`, ...options].join(' \\\n  ')}</code></pre>`
}

/**
 * The button and the dialog for the API key, unless no operation of the area takes one. The browser opens and
 * closes the dialog without the script.
 */
export function keyDialog({ operations }: Area, hasSession: boolean): Markup {
  const takesKey = operations.some((each) => ['key', 'owner'].includes(each['x-access']))
  return html`<p class="authorization"${hasSession ? html` data-session` : nothing}>${takesKey ? authorizeButton : nothing}</p>
<dialog id="key" popover aria-labelledby="authorize"><h2 id="authorize">Authorize</h2>
<p>An owner key (<code>pst_owner_…</code>) can read and change all profiles, a profile key (<code>pst_profile_…</code>) only one. Create one in the dashboard under <a href="/dashboard/api-keys" target="_blank">API keys</a>, or <a href="/docs#your-first-request" target="_blank">on the server</a>. The browser keeps the key in this tab only.</p>
<form method="dialog"><p role="status"></p>
<label>API key <input type="password" name="key" required autofocus autocomplete="off" spellcheck="false"></label>
<p role="alert"></p>
<div class="buttons"><button>Use this key</button><button type="button" name="remove" hidden>Remove the key</button><button type="button" popovertarget="key" popovertargetaction="hide">Close</button></div></form></dialog>`
}
