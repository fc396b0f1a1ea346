import { html } from 'hono/html'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { grantsCard } from './accounts.ts'
import { type CallFilter, callQuery, callsCard } from './calls.ts'
import { type FaultForm, faultsCard } from './faults.ts'
import { type Markup, panelFrame } from './frame.ts'
import { accountLabel, accountNotes } from './labels.ts'
import { liveScript, refreshButton } from './live.ts'
import { outgoingCard } from './outgoing.ts'
import { duration, exactTime } from './times.ts'

/** The control panel. `fault` is a form for a fault that was rejected, to be shown as it was entered. */
export function panelPage(sandbox: Sandbox, calls: CallFilter, fault?: FaultForm): Markup {
  return panelFrame(
    'Control panel',
    '/',
    html`<div class="head"><h1>Control panel</h1><div class="line">${refreshButton('/')}
      ${resetForm}</div></div>
      <div class="grid">${clockCard(sandbox)}${faultsCard(sandbox, callQuery(calls), fault)}</div>
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
    <div id="now" data-live><p class="now"><time datetime="${clock.now().toISOString()}">${exactTime(clock.ms())}</time></p>
    <p class="soft">${shift ? `${shift} ${clock.offsetMs() > 0 ? 'ahead of' : 'behind'} real time` : 'Real time'}</p></div>
    <form method="post" action="/panel/clock" class="actions">
      ${clockSteps.map(([label, seconds]) => html`<button name="advance_seconds" value="${seconds}">+ ${label}</button>`)}
      <button name="reset" value="1">Reset clock</button>
    </form></section>`
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
