import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { sessionCookie } from '../access/session-cookie.ts'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { callerOf } from '../http/caller.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import {
  beginProviderSignIn,
  finishProviderSignIn,
  type ProviderProblem,
} from '../resources/members/provider/sign-in.ts'
import { failurePage, notFoundPage } from './error.ts'
import { guardPage } from './page.ts'

const nextCharsMax = 1_000

/** Sign-in at the OpenID Connect provider: to it, and back. Problems are shown on the sign-in page. */
export function signInPages(ctx: Context): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  const settings = ctx.config.signInProvider
  const isSecure = ctx.config.publicUrl.startsWith('https:')
  const cookieName = isSecure ? '__Host-postern_provider' : 'postern_provider'
  const cookie = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure } as const
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.use('/sign-in/*', countUnauthenticatedRequests(ctx))

  pages.get('/sign-in/provider', async (call) => {
    if (!settings) return await notFoundPage(ctx, call)
    const next = (call.req.query('next') ?? '/').slice(0, nextCharsMax)
    const chooseAccount = call.req.query('choose_account') === 'true'
    const started = await beginProviderSignIn(ctx, settings, { next, chooseAccount })
    guardPage(call)
    if ('problem' in started) return call.redirect(problemUrl(started.problem, next), 302)
    setCookie(call, cookieName, started.cookie, {
      ...cookie,
      maxAge: limits.signIn.providerLifetimeMs / 1_000,
    })
    return call.redirect(started.url, 302)
  })

  pages.get('/sign-in/provider/callback', async (call) => {
    if (!settings) return await notFoundPage(ctx, call)
    const { searchParams } = new URL(call.req.url)
    const kept = getCookie(call, cookieName)
    const caller = callerOf(ctx.config, call)
    const outcome = await finishProviderSignIn(ctx, settings, searchParams, kept, caller)
    guardPage(call)
    // The cookie works once; with another, older tab, an unfinished sign-in starts again.
    deleteCookie(call, cookieName, cookie)
    if (outcome.problem !== null) {
      return call.redirect(problemUrl(outcome.problem, outcome.next), 302)
    }
    call.header('set-cookie', sessionCookie(ctx.config, outcome.token), { append: true })
    return call.redirect(dashboardPath(outcome.next), 302)
  })
  pages.all('/sign-in/*', (call) => notFoundPage(ctx, call))
  return pages
}

function problemUrl(problem: ProviderProblem, next: string): string {
  const query = new URLSearchParams({ problem, ...(next === '/' ? {} : { next }) })
  return `/dashboard/sign-in?${query}`
}

/** The page that `next` names, if it is one of the dashboard; else the dashboard's first page. */
function dashboardPath(next: string): string {
  const base = 'https://own.invalid'
  const path = `/dashboard${next}`
  if (!next.startsWith('/') || !URL.canParse(path, base)) return '/dashboard/'
  const { pathname, search, hash } = new URL(path, base)
  return pathname.startsWith('/dashboard/') ? pathname + search + hash : '/dashboard/'
}
