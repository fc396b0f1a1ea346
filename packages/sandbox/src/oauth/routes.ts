import type { Hono } from 'hono'
import { routedPath } from '../core/hosts.ts'
import type { Env, Network, Sandbox } from '../core/sandbox.ts'
import { allow, cancel, profilesOf, requestedScopes } from './consent.ts'
import { accountPage, consentPage, errorPage } from './pages.ts'

/** Mounts a network's authorize page. GET shows its two steps, POST is Allow or Cancel. */
export function mountDialog(app: Hono<Env>, sandbox: Sandbox, network: Network): void {
  for (const path of network.dialog.paths) mountAt(app, sandbox, network, path)
}

function mountAt(app: Hono<Env>, sandbox: Sandbox, network: Network, path: string): void {
  const { dialog } = network
  app.get(path, (context) => {
    const url = new URL(context.req.url)
    const check = dialog.check(sandbox, url.searchParams, routedPath(sandbox.networks, url))
    if (!check.ok && 'redirect' in check) return context.redirect(check.redirect.location, 302)
    if (!check.ok) {
      const { status, body } = check.error
      const wantsPage = context.req.header('accept')?.includes('text/html')
      if (!wantsPage) return context.json(body as object, status as 400)
      return context.html(errorPage(network, body), status as 400)
    }
    const { request } = check
    const accounts = profilesOf(sandbox, network, request)
    const chosen = accounts.find(({ id }) => id === url.searchParams.get('sandbox_account'))
    if (!chosen || dialog.refusal(chosen)) {
      return context.html(accountPage({ sandbox, network, request, accounts, url }))
    }
    const scopes = requestedScopes(sandbox, network, request, chosen)
    const pages = dialog.pagesOf?.(sandbox, chosen.id) ?? null
    return context.html(consentPage({ network, request, account: chosen, scopes, pages, url }))
  })

  app.post(path, async (context) => {
    const url = new URL(context.req.url)
    const check = dialog.check(sandbox, url.searchParams, routedPath(sandbox.networks, url))
    if (!check.ok) return context.redirect(url.pathname + url.search, 303)
    const form = await context.req.formData()
    const list = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
    if (form.get('decision') !== 'allow') {
      return context.redirect(cancel(sandbox, network, check.request), 302)
    }
    const accounts = profilesOf(sandbox, network, check.request)
    const account = accounts.find(({ id }) => id === form.get('account'))
    if (!account || dialog.refusal(account)) return context.redirect(url.pathname + url.search, 303)
    const pageIds = new Set(dialog.pagesOf?.(sandbox, account.id).map((page) => page.id))
    const location = allow(sandbox, network, check.request, {
      account,
      permissions: list('permission'),
      pages: list('page').filter((id) => pageIds.has(id)),
    })
    return context.redirect(location, 302)
  })
}
