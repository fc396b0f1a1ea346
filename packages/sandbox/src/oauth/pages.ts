import { html, raw } from 'hono/html'
import type { Account } from '../core/records.ts'
import type { ConsentDialog, ConsentRequest, Network, Sandbox } from '../core/sandbox.ts'
import { dialogStyle } from './style.ts'

type Markup = ReturnType<typeof html>

type AccountView = {
  sandbox: Sandbox
  network: Network
  request: ConsentRequest
  accounts: Readonly<Account>[]
  url: URL
}

/** The first step: choose an account. */
export function accountPage(view: AccountView): Markup {
  const { sandbox, network, request, accounts, url } = view
  const { name } = network
  return frame(
    network,
    `Log in to ${name}`,
    html`<h1>Choose an account</h1>
      <p><strong>${request.app.name}</strong> wants to connect to your ${name} account.</p>
      <form method="get" action="${url.pathname}">
        ${[...url.searchParams]
          .filter(([key]) => key !== 'sandbox_account')
          .map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
        <ul class="accounts">
          ${accounts.map((account) => accountRow(sandbox, network.dialog, account))}
        </ul>
      </form>
      ${cancelForm(url)}`,
  )
}

function accountRow(sandbox: Sandbox, dialog: ConsentDialog, account: Readonly<Account>): Markup {
  const refusal = dialog.refusal(account)
  const name = dialog.labelOf(account)
  const owner = sandbox.state.people.get(account.person_id)?.name ?? ''
  const notes = [
    owner === name ? '' : owner,
    account.account_type?.toLowerCase().replace('_', ' ') ?? '',
  ].filter(Boolean)
  const label = html`<span class="who"><img src="/pictures/${account.id}" alt="" width="40" height="40">
    <span><strong>${name}</strong>${notes.length ? html`<br><small>${notes.join(' · ')}</small>` : ''}</span></span>`
  if (refusal) return html`<li class="refused">${label}<p class="note">${refusal.text}</p></li>`
  return html`<li><button name="sandbox_account" value="${account.id}">${label}</button></li>`
}

type ConsentView = {
  network: Network
  request: ConsentRequest
  account: Readonly<Account>
  scopes: string[]
  pages: Readonly<Account>[] | null
  url: URL
}

/** The second step: choose permissions and, if the network has them, pages. */
export function consentPage(view: ConsentView): Markup {
  const { network, request, account, scopes, pages, url } = view
  const { dialog, name } = network
  return frame(
    network,
    `Allow ${request.app.name}?`,
    html`<h1>${request.app.name} wants to access your ${name} account</h1>
      <p class="as">Logged in as <strong>${dialog.labelOf(account)}</strong>. <a href="${withoutAccount(url)}">Switch account</a></p>
      <form method="post" action="${url.pathname}${url.search}">
        <input type="hidden" name="account" value="${account.id}">
        ${pages ? pageChoice(pages, account) : ''}
        <fieldset><legend>${request.app.name} will be able to</legend>
          ${scopes.map((scope) => permissionRow(dialog, scope, request.isAllOrNothing ?? false))}
        </fieldset>
        <div class="actions">
          <button class="primary" name="decision" value="allow">Allow</button>
          <button name="decision" value="cancel">Cancel</button>
        </div>
      </form>`,
  )
}

function permissionRow(dialog: ConsentDialog, scope: string, isWhole: boolean): Markup {
  const locked = isWhole || dialog.locked.includes(scope)
  return html`<label class="row"><input type="checkbox" name="permission" value="${scope}" checked ${locked ? raw('disabled') : ''}>
    <span>${dialog.scopeTexts[scope] ?? scope}${locked ? ' (required)' : ''}<br><small><code>${scope}</code></small></span></label>`
}

function pageChoice(pages: Readonly<Account>[], user: Readonly<Account>): Markup {
  if (pages.length === 0) {
    return html`<fieldset><legend>Pages</legend><p>You do not manage any Pages.</p></fieldset>`
  }
  return html`<fieldset><legend>Pages to use with this app</legend>
    ${pages.map(
      (
        page,
      ) => html`<label class="row"><input type="checkbox" name="page" value="${page.id}" checked>
        <span>${page.name}<br><small>${page.page?.roles[user.id]?.join(', ').toLowerCase().replaceAll('_', ' ')}${page.page?.business_id ? ' · business portfolio' : ''}</small></span></label>`,
    )}
  </fieldset>`
}

function cancelForm(url: URL): Markup {
  return html`<form method="post" action="${url.pathname}${url.search}">
    <div class="actions"><button name="decision" value="cancel">Cancel</button></div>
  </form>`
}

function withoutAccount(url: URL): string {
  const copy = new URL(url)
  copy.searchParams.delete('sandbox_account')
  return copy.pathname + copy.search
}

/** The page for an invalid authorization request. */
export function errorPage(network: Network, body: unknown): Markup {
  return frame(
    network,
    'Something went wrong',
    html`<h1>Sorry, something went wrong</h1>
      <p>${network.name} rejected this authorization request:</p>
      <pre>${JSON.stringify(body, null, 2)}</pre>`,
  )
}

function frame({ id, name, accent }: Network, title: string, body: Markup): Markup {
  const style = accent ? `${dialogStyle}.${id}{--accent:${accent};--on:#fff}` : dialogStyle
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name} sandbox</title><style>${raw(style)}</style></head>
<body class="${id}"><header><span class="brand">${name}</span> <span class="badge">Sandbox</span>
<p class="honest">This is a local simulation for testing. It is not ${name}, and no data leaves this machine.</p></header>
<main>${body}</main></body></html>`
}
