import { html } from 'hono/html'
import { type Account, faultKinds } from '../core/records.ts'
import { endpointsOf, networkOf, type Sandbox } from '../core/sandbox.ts'
import { grantsCard } from './accounts.ts'
import { type CallFilter, callsCard } from './calls.ts'
import { type Markup, panelFrame } from './frame.ts'
import { accountLabel, accountNotes, faultLabels } from './labels.ts'
import { liveScript, refreshButton } from './live.ts'
import { outgoingCard } from './outgoing.ts'
import { duration, exactTime } from './times.ts'

/** `GET /`: the control panel. */
export function panelPage(sandbox: Sandbox, calls: CallFilter): Markup {
  return panelFrame(
    'Control panel',
    '/',
    html`<div class="head"><h1>Control panel</h1><div class="line">${refreshButton('/')}
      ${resetForm}</div></div>
      <div class="grid">${clockCard(sandbox)}${faultsCard(sandbox)}</div>
      ${grantsCard(sandbox)}${peopleCard(sandbox)}${outgoingCard(sandbox)}${callsCard(sandbox, calls)}${liveScript}`,
  )
}

const resetForm = html`<details class="confirm"><summary class="button danger">Reset everything</summary>
  <form method="post" action="/panel/reset"><p>Deletes all accounts, posts, comments and webhook inboxes of the sandbox.
    Postern keeps its accounts, and has to connect them again.</p>
    <button class="danger">Reset</button></form></details>`

const clockSteps = [
  ['1 minute', 60],
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
  ['61 days', 5_270_400],
] as const

function clockCard({ clock }: Sandbox): Markup {
  const shift = duration(clock.offsetMs())
  return html`<section class="card" id="clock"><h2>Clock</h2>
    <p class="now" id="now" data-live><time datetime="${clock.now().toISOString()}">${exactTime(clock.ms())}</time></p>
    <p class="soft">${shift ? `${shift} ${clock.offsetMs() > 0 ? 'ahead of' : 'behind'} real time` : 'Real time'}</p>
    <form method="post" action="/panel/clock" class="actions">
      ${clockSteps.map(([label, seconds]) => html`<button name="advance_seconds" value="${seconds}">+ ${label}</button>`)}
      <button name="reset" value="1">Reset clock</button>
    </form></section>`
}

function faultsCard(sandbox: Sandbox): Markup {
  const faults = [...sandbox.state.faults.values()]
  return html`<section class="card" id="faults"><h2>Faults</h2>
    ${
      faults.length === 0
        ? html`<p class="empty">No faults active.</p>`
        : html`<ul class="list">${faults.map((fault) => html`<li><span class="tag fault">${faultLabels[fault.kind]}</span> ${networkOf(sandbox, fault.platform).name}, ${fault.match === '*' ? 'any endpoint' : html`<code>${fault.match}</code>`}, ${fault.remaining} more ${fault.remaining === 1 ? 'time' : 'times'}</li>`)}</ul>
          <form method="post" action="/panel/faults"><button name="clear" value="1">Clear all faults</button></form>`
    }
    <form method="post" action="/panel/faults" class="fields">
      <label>Platform <select name="platform">${sandbox.networks.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label>
      <label class="long">Fault <select name="kind">${faultKinds.map((kind) => html`<option value="${kind}">${faultLabels[kind]}</option>`)}</select></label>
      <label>Endpoint (* for any) <input name="match" value="*" list="endpoints" required></label>
      <datalist id="endpoints">${endpointOptions(sandbox)}</datalist>
      <label>Times <input name="times" type="number" min="1" value="1"></label>
      <label>Delay if slow (ms) <input name="ms" type="number" min="0" value="1000"></label>
      <button class="primary">Set fault</button>
    </form>
  </section>`
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

function peopleCard(sandbox: Sandbox): Markup {
  return html`<details class="card fold" id="people"><summary><h2>People you can log in as</h2></summary>
    ${[...sandbox.state.people.values()].map((person) => {
      const accounts = sandbox.state.accounts.by('person', person.id)
      return html`<section class="person"><h3>${person.name}</h3><ul class="list">${sandbox.networks.flatMap(
        (network) =>
          accounts
            .filter(({ platform }) => platform === network.id)
            .map((account) => personAccount(sandbox, network, account)),
      )}</ul></section>`
    })}</details>`
}

function personAccount(
  sandbox: Sandbox,
  { name, enteredBy }: Sandbox['networks'][number],
  account: Readonly<Account>,
): Markup {
  const notes = [name, accountNotes(account)].filter(Boolean).join(' · ')
  return html`<li class="who"><img class="avatar" src="/pictures/${account.id}" alt="" width="28" height="28">
    <div><a href="/feed/${account.id}">${accountLabel(account)}</a><small>${notes}</small>
    ${enteredBy ? html`<small>Enter ${enteredBy(sandbox, account)}</small>` : ''}</div></li>`
}
