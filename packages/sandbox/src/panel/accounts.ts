import { html } from 'hono/html'
import type { Grant } from '../core/records.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'
import type { Markup } from './frame.ts'
import { accountLabel, grantLabel, grantState } from './labels.ts'
import { timeAgo } from './times.ts'

/** The accounts that are connected to an app, with what can happen to them. */
export function grantsCard(sandbox: Sandbox): Markup {
  const grants = [...sandbox.state.grants.values()]
  return html`<section class="card" id="grants" data-live><h2>Connected accounts</h2>
    ${grants.length === 0 ? html`<p class="empty">No connected accounts yet. Open a connect link to log in as one of the people below.</p>` : ''}
    ${grants.map((grant) => grantRow(sandbox, grant))}</section>`
}

function grantRow(sandbox: Sandbox, grant: Readonly<Grant>): Markup {
  const network = networkOf(sandbox, grant.platform)
  const account = sandbox.state.accounts.get(grant.account_id)!
  const pages = grant.page_ids.flatMap((id) => sandbox.state.accounts.get(id) ?? [])
  const nameOf = (permission: string) => network.dialog.scopeTexts[permission] ?? permission
  const state = grantState(sandbox, grant)
  const declined = grant.declined.length
  return html`<details class="grant" id="account-${grant.id}"><summary><img class="avatar" src="/pictures/${account.id}" alt="" width="32" height="32">
    <span class="title"><strong>${accountLabel(account)}</strong> <span>${[network.name, ...pages.map(({ name }) => name)].join(' · ')}</span>
      <span class="tag ${state}">${grantLabel(state)}</span>
      ${state === 'active' && declined ? html`<span class="tag fault">${declined} ${declined === 1 ? 'permission' : 'permissions'} not granted</span>` : ''} <small>logged in ${timeAgo(grant.created_at, sandbox.clock.ms())}</small></span></summary>
    <div id="grant-${grant.id}">${grantActionForms(network, grant, pages, nameOf)}
    <h3 class="permissions">Permissions</h3><ul class="list">${grant.permissions.map((name) => html`<li>${nameOf(name)} <small><code>${name}</code></small></li>`)}${grant.declined.map((name) => html`<li><span class="tag fault">Not granted</span> ${nameOf(name)} <small><code>${name}</code></small></li>`)}</ul></div></details>`
}

type Network = ReturnType<typeof networkOf>

function grantActionForms(
  network: Network,
  grant: Readonly<Grant>,
  pages: readonly { id: string; name: string }[],
  nameOf: (permission: string) => string,
): Markup {
  const act = (action: string, label: string, fields: Markup | '' = '') =>
    html`<form method="post" action="/panel/grants/${grant.id}" class="line">${fields}<button name="action" value="${action}">${label}</button></form>`
  const clear = html`<input type="hidden" name="clear" value="1">`
  const permissions = grant.permissions.map(
    (name) => html`<option value="${name}">${nameOf(name)}</option>`,
  )
  const options = pages.map((page) => html`<option value="${page.id}">${page.name}</option>`)
  return html`<div class="actions">
      ${act('revoke', 'Remove the app')}${act('password-change', 'Change password')}
      ${grant.checkpoint ? act('checkpoint', 'Confirm login', clear) : act('checkpoint', 'Require login confirmation')}
      ${act('expire-token', 'Expire tokens')}
      ${network.hasRefreshTokens ? act('expire-refresh-token', 'Expire refresh token') : ''}
      ${network.sendDataDeletion ? act('data-deletion', 'Request data deletion') : ''}</div>
    <div class="actions">
      ${permissions.length ? act('remove-permission', 'Revoke permission', html`<label>Permission <select name="permission">${permissions}</select></label>`) : ''}
      ${options.length ? act('remove-page-role', 'Remove Page role', html`<label>Page <select name="page">${options}</select></label>`) : ''}
    </div>`
}
