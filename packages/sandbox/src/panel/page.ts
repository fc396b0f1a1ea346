import { html } from 'hono/html'
import { clockState } from '../control/conditions.ts'
import { type Account, faultKinds, type Grant } from '../core/records.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'
import { type Markup, panelFrame } from './frame.ts'

const CALLS_SHOWN = 50

/** `GET /`: the control panel. */
export function panelPage(sandbox: Sandbox): Markup {
  return panelFrame(
    'Control panel',
    html`<h1>Control panel</h1>
      <div class="grid">${clockCard(sandbox)}${faultsCard(sandbox)}</div>
      ${peopleCard(sandbox)}${grantsCard(sandbox)}${outgoingCard(sandbox)}${callsCard(sandbox)}
      <form method="post" action="/panel/reset" class="line"><button>Reset everything</button></form>`,
  )
}

function clockCard(sandbox: Sandbox): Markup {
  const { now, offset_seconds } = clockState(sandbox)
  const steps: [string, number][] = [
    ['1 minute', 60],
    ['1 hour', 3600],
    ['1 day', 86_400],
    ['30 days', 2_592_000],
    ['61 days', 5_270_400],
  ]
  return html`<section class="card" id="clock"><h2>Clock</h2>
    <p><time>${now}</time> <small>(${Math.round(offset_seconds)} s ahead)</small></p>
    <form method="post" action="/panel/clock" class="line">
      ${steps.map(([label, seconds]) => html`<button name="advance_seconds" value="${seconds}">+ ${label}</button>`)}
      <button name="reset" value="1">Reset clock</button>
    </form></section>`
}

function faultsCard(sandbox: Sandbox): Markup {
  const faults = [...sandbox.state.faults.values()]
  return html`<section class="card" id="faults"><h2>Faults</h2>
    ${faults.length === 0 ? html`<p class="empty">No faults active.</p>` : ''}
    <ul>${faults.map((fault) => html`<li>${networkOf(sandbox, fault.platform).name} <code>${fault.match}</code>: ${fault.kind}, ${fault.remaining} more</li>`)}</ul>
    <form method="post" action="/panel/faults" class="line">
      <label>Platform <select name="platform">${sandbox.networks.map(({ id }) => html`<option>${id}</option>`)}</select></label>
      <label>Endpoint <input name="match" value="*" size="12"></label>
      <label>Kind <select name="kind">${faultKinds.map((kind) => html`<option>${kind}</option>`)}</select></label>
      <label>Times <input name="times" type="number" min="1" value="1" size="4"></label>
      <label>Delay (ms) <input name="ms" type="number" min="0" value="1000" size="6"></label>
      <button>Set fault</button>
    </form>
    <form method="post" action="/panel/faults" class="line"><button name="clear" value="1">Clear all faults</button></form>
  </section>`
}

function peopleCard(sandbox: Sandbox): Markup {
  return html`<section class="card" id="people"><h2 id="people-title">People</h2><div class="wide" tabindex="0" role="region" aria-labelledby="people-title"><table>
    <thead><tr><th>Person</th>${sandbox.networks.map(({ name }) => html`<th>${name}</th>`)}</tr></thead>
    <tbody>${[...sandbox.state.people.values()].map((person) => {
      const accounts = sandbox.state.accounts.by('person', person.id)
      return html`<tr><th scope="row">${person.name}</th>${sandbox.networks.map(
        ({ id }) =>
          html`<td>${accounts
            .filter((account) => account.platform === id)
            .map(
              (
                account,
              ) => html`<div><a href="/feed/${account.id}">${account.kind === 'page' ? account.name : `@${account.username}`}</a>
            <small>${[enteredText(sandbox, account), account.kind === 'page' ? 'page' : '', account.account_type?.toLowerCase().replace('_', ' ') ?? '', account.is_private ? 'private' : '', account.page?.business_id ? 'business' : ''].filter(Boolean).join(', ')}</small></div>`,
            )}</td>`,
      )}</tr>`
    })}</tbody></table></div></section>`
}

/** Where each account has a server: what to enter on the app's page. */
function enteredText(sandbox: Sandbox, account: Readonly<Account>): string {
  const entered = networkOf(sandbox, account.platform).enteredBy?.(sandbox, account)
  return entered ? `enter ${entered}` : ''
}

function grantsCard(sandbox: Sandbox): Markup {
  const grants = [...sandbox.state.grants.values()]
  return html`<section class="card" id="grants"><h2>Connected accounts</h2>
    ${grants.length === 0 ? html`<p class="empty">No connected accounts yet.</p>` : ''}
    ${grants.map((grant) => grantRow(sandbox, grant))}</section>`
}

function grantRow(sandbox: Sandbox, grant: Readonly<Grant>): Markup {
  const network = networkOf(sandbox, grant.platform)
  const account = sandbox.state.accounts.get(grant.account_id)!
  const pages = grant.page_ids.flatMap((id) => sandbox.state.accounts.get(id) ?? [])
  const named = pages.length ? ` · pages: ${pages.map((page) => page.name).join(', ')}` : ''
  const act = (action: string, label: string, fields: Markup | '' = '') =>
    html`<form method="post" action="/panel/grants/${grant.id}" class="line">${fields}<button name="action" value="${action}">${label}</button></form>`
  const permissions = grant.permissions.map((name) => html`<option>${name}</option>`)
  const options = pages.map((page) => html`<option value="${page.id}">${page.name}</option>`)
  return html`<div class="grant"><h3>${network.name} · ${account.username}
      <span class="tag ${grant.status}">${grant.checkpoint ? 'checkpoint' : grant.status}</span></h3>
    <small>${grant.permissions.join(', ')}${named}</small>
    <div class="actions">
      ${act('revoke', 'Remove the app')}${act('password-change', 'Change password')}
      ${
        grant.checkpoint
          ? act(
              'checkpoint',
              'Pass the checkpoint',
              html`<input type="hidden" name="clear" value="1">`,
            )
          : act('checkpoint', 'Checkpoint')
      }
      ${act('expire-token', 'Expire tokens')}
      ${network.hasRefreshTokens ? act('expire-refresh-token', 'Expire refresh token') : ''}
      ${network.sendDataDeletion ? act('data-deletion', 'Request data deletion') : ''}
      ${permissions.length ? act('remove-permission', 'Revoke permission', html`<label>Permission <select name="permission">${permissions}</select></label>`) : ''}
      ${options.length ? act('remove-page-role', 'Remove Page role', html`<label>Page <select name="page">${options}</select></label>`) : ''}
    </div></div>`
}

function outgoingCard(sandbox: Sandbox): Markup {
  const sent = [...sandbox.state.outgoing.values()].slice(-20).reverse()
  return html`<section class="card" id="outgoing"><h2>Webhooks and callbacks sent</h2>
    ${sent.length === 0 ? html`<p class="empty">None yet.</p>` : ''}
    <ul>${sent.map((item) => html`<li>${networkOf(sandbox, item.platform).name} ${item.what} → <code>${item.url}</code>: ${item.last_status} (${item.attempts} ${item.attempts === 1 ? 'attempt' : 'attempts'}${item.next_at === null ? '' : ', will be retried'}) <small>${item.last_answer.slice(0, 120)}</small></li>`)}</ul></section>`
}

function callsCard(sandbox: Sandbox): Markup {
  const calls = sandbox.calls.list().slice(0, CALLS_SHOWN)
  return html`<section class="card" id="calls"><h2 id="calls-title">Recent API calls</h2>
    ${calls.length === 0 ? html`<p class="empty">None yet.</p>` : ''}
    <div class="wide" tabindex="0" role="region" aria-labelledby="calls-title"><table><tbody>${calls.map(
      (
        call,
      ) => html`<tr><td class="time">${call.at.slice(11, 19)}</td><td>${networkOf(sandbox, call.platform).name}</td><td>${call.method}</td>
      <td class="path"><code>${call.path}</code></td><td>${call.status}${call.fault ? html` <small>${call.fault}</small>` : ''}</td></tr>`,
    )}</tbody></table></div></section>`
}
