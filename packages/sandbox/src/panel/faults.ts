import { html, raw } from 'hono/html'
import { type Fault, faultKinds } from '../core/records.ts'
import { endpointsOf, networkOf, type Sandbox } from '../core/sandbox.ts'
import type { Markup } from './frame.ts'
import { faultLabels } from './labels.ts'

/** What was entered in the form, and why it was rejected. */
export type FaultForm = { values: Readonly<Record<string, string>>; problem: string | null }

const emptyForm: FaultForm = { values: {}, problem: null }

/** The active faults, and the form that adds one. `query` is the one of the panel. */
export function faultsCard(sandbox: Sandbox, query: string, form = emptyForm): Markup {
  const { values, problem } = form
  const option = (field: string, value: string, label: string) =>
    html`<option value="${value}"${values[field] === value ? raw(' selected') : ''}>${label}</option>`
  const invalid =
    problem === null ? '' : raw(' aria-invalid="true" aria-describedby="fault-problem" autofocus')
  return html`<section class="card" id="faults"><h2>Faults</h2>
    ${activeFaults(sandbox)}
    <form method="post" action="/panel/faults${query}" class="fields">
      <label>Platform <select name="platform">${sandbox.networks.map(({ id, name }) => option('platform', id, name))}</select></label>
      <label class="long">Fault <select name="kind">${faultKinds.map((kind) => option('kind', kind, faultLabels[kind]))}</select></label>
      <label>Endpoint (* for any) <input name="match" value="${values.match ?? '*'}" list="endpoints" required${invalid}></label>
      ${problem === null ? '' : html`<p class="text problem" id="fault-problem" role="alert">${problem}</p>`}
      <datalist id="endpoints">${endpointOptions(sandbox)}</datalist>
      <label>Times <input name="times" type="number" min="1" value="${values.times ?? '1'}"></label>
      <label>Delay if slow (ms) <input name="ms" type="number" min="0" value="${values.ms ?? '1000'}"></label>
      <label>Status of a given response <input name="answer_status" type="number" min="200" max="599" value="${values.answer_status ?? ''}"></label>
      <label class="long">Its body (JSON) <textarea name="answer_body" rows="2" spellcheck="false">${values.answer_body ?? ''}</textarea></label>
      <button class="primary">Set fault</button>
    </form>
  </section>`
}

function activeFaults(sandbox: Sandbox): Markup {
  const faults = [...sandbox.state.faults.values()]
  return html`<div id="active-faults" data-live>${
    faults.length === 0
      ? html`<p class="empty">No faults active.</p>`
      : html`<ul class="list">${faults.map((fault) => faultItem(sandbox, fault))}</ul>
        <form method="post" action="/panel/faults"><button name="clear" value="1">Clear all faults</button></form>`
  }</div>`
}

function faultItem(
  sandbox: Sandbox,
  { platform, match, kind, remaining }: Readonly<Fault>,
): Markup {
  const endpoint = match === '*' ? 'any endpoint' : html`<code>${match}</code>`
  return html`<li><span class="tag fault">${faultLabels[kind]}</span> ${networkOf(sandbox, platform).name}, ${endpoint}, ${remaining} more ${remaining === 1 ? 'time' : 'times'}</li>`
}

/** Each endpoint with the platforms that have it. */
function endpointOptions({ networks }: Sandbox): Markup[] {
  const platforms = new Map<string, string[]>()
  for (const network of networks) {
    for (const name of endpointsOf(network)) {
      platforms.set(name, [...(platforms.get(name) ?? []), network.name])
    }
  }
  return [...platforms]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, of]) => html`<option value="${name}">${of.join(', ')}</option>`)
}
