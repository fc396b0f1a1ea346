import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Context } from '../context.ts'
import type { PlatformValue } from '../core/networks.ts'
import { callerOf } from '../http/caller.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { connectAnother } from '../resources/connect/flow/accept-invitation.ts'
import { finishLogin, takeSecret } from '../resources/connect/flow/callback.ts'
import { cancelChoice, chooseAccounts, readChoice } from '../resources/connect/flow/choose.ts'
import { readEnding } from '../resources/connect/flow/ending.ts'
import { openLink } from '../resources/connect/flow/open.ts'
import { askForServer, startLogin } from '../resources/connect/flow/start.ts'
import type { FlowOutcome } from '../resources/connect/flow/views.ts'
import { choicePage } from './choice-page.ts'
import { endingPage } from './ending-page.ts'
import { failurePage, notFoundPage, refusalPage } from './error.ts'
import { chooseLanguage } from './language.ts'
import { closedPage, closedStatus, linkPage } from './link-page.ts'
import { isOwnForm } from './own-form.ts'
import { guardPage, type Page, type PageCall, readForm, sendPage } from './page.ts'
import { previewPage } from './preview.ts'
import { serverPage } from './server-page.ts'

type Shown = Pick<Extract<FlowOutcome, { go: 'page' }>, 'view' | 'notice' | 'accounts'>

/** The hosted pages of a connect link. Only their forms change anything; opening a page does not. */
export function connectPages(ctx: Context): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.use('/connect/*', countUnauthenticatedRequests(ctx))

  const callbackPaths = ['/connect/callback/:platform', '/connect/callback/:platform/:server']
  pages.on('GET', callbackPaths, async (call) => {
    const url = new URL(call.req.url)
    const platform = call.req.param('platform')!
    const server = call.req.param('server') ?? null
    const publicAddress = publicCallback(ctx, platform, url)
    if (publicAddress) {
      guardPage(call)
      return call.redirect(publicAddress, 302)
    }
    const callback = { platform, server, query: url.searchParams }
    const cleanPath = await takeSecret(ctx, callback, getCookie(call))
    if (cleanPath) {
      guardPage(call)
      call.header('referrer-policy', 'no-referrer')
      return call.redirect(cleanPath, 303)
    }
    const outcome = await finishLogin(ctx, callback, getCookie(call))
    return await answerOutcome(ctx, call, outcome)
  })
  pages.get('/connect/choose/:flowId', async (call) =>
    answerOutcome(ctx, call, await readChoice(ctx, call.req.param('flowId'), getCookie(call))),
  )
  pages.post('/connect/choose/:flowId', async (call) => {
    if (!isOwnForm(ctx, call)) return await refusalPage(ctx, call)
    const form = await readForm(call)
    const flowId = call.req.param('flowId')
    const outcome =
      form.get('do') === 'cancel'
        ? await cancelChoice(ctx, flowId, getCookie(call))
        : await chooseAccounts(ctx, flowId, getCookie(call), form.getAll('accounts'))
    return await answerOutcome(ctx, call, outcome)
  })
  pages.get('/connect/done', async (call) => {
    const view = await readEnding(ctx, call.req.query('flow') ?? '', getCookie(call))
    const language = chooseLanguage(view.language, call.req.header('accept-language'))
    return await sendPage(ctx, call, 200, endingPage(view, language))
  })
  pages.post('/connect/done', async (call) => {
    if (!isOwnForm(ctx, call)) return await refusalPage(ctx, call)
    const flowId = call.req.query('flow') ?? ''
    guardPage(call)
    const url = await connectAnother(ctx, flowId, getCookie(call))
    return call.redirect(url ?? `/connect/done?flow=${encodeURIComponent(flowId)}`, 303)
  })
  pages.get('/connect/preview', (call) => previewPage(ctx, call))
  pages.get('/connect/:token', async (call) => {
    const view = await openLink(ctx, call.req.param('token'))
    const status = view.state === 'open' ? 200 : closedStatus(view)
    return await sendPage(ctx, call, status, pageOf(ctx, call, { view, notice: null }))
  })
  pages.post('/connect/:token/:platform', async (call) => {
    if (!isOwnForm(ctx, call)) return await refusalPage(ctx, call)
    const { token, platform } = call.req.param()
    const outcome = await startLogin(ctx, {
      token,
      platform,
      server: (await readForm(call)).get('server'),
      ip: callerOf(ctx.config, call).ip ?? 'unknown',
    })
    if (outcome.go === 'page') return await answerOutcome(ctx, call, outcome)
    guardPage(call)
    const isSecure = ctx.config.publicUrl.startsWith('https:')
    setCookie(call, outcome.cookie.name, outcome.cookie.value, {
      maxAge: outcome.cookie.maxAgeSeconds,
      // A `__Host-` cookie requires the path `/`.
      path: isSecure ? '/' : '/connect',
      httpOnly: true,
      sameSite: 'Lax',
      secure: isSecure,
    })
    return call.redirect(outcome.url, 303)
  })
  // Where the platform asks nothing, opening the URL of the form leads back to the page with the form.
  pages.get('/connect/:token/:platform', async (call) => {
    const { token, platform } = call.req.param()
    const question = await askForServer(ctx, token, platform)
    if (question) return await answerOutcome(ctx, call, question)
    guardPage(call)
    return call.redirect(`/connect/${encodeURIComponent(token)}`, 303)
  })
  pages.all('/connect/*', (call) => notFoundPage(ctx, call))
  return pages
}

/**
 * The same callback at PUBLIC_URL, whose cookie the browser does not send to 127.0.0.1; `null` for a
 * callback that is there already or is not the return of a login.
 */
function publicCallback(ctx: Context, platform: string, url: URL): string | null {
  const { connect } = ctx.platforms.get(platform as PlatformValue) ?? {}
  const { origin, protocol, hostname } = new URL(ctx.config.publicUrl)
  const isLocal = protocol === 'http:' && hostname === 'localhost' && url.hostname === '127.0.0.1'
  const isReturn = url.searchParams.has('state') && url.searchParams.has('iss')
  if (!connect?.returnsToLoopback || !isLocal || !isReturn) return null
  return `${origin}/connect/callback/${platform}${url.search}`
}

async function answerOutcome(
  ctx: Context,
  call: PageCall,
  outcome: FlowOutcome,
): Promise<Response> {
  if (outcome.go === 'page') {
    const page = pageOf(ctx, call, outcome)
    return await sendPage(ctx, call, outcome.status, page)
  }
  guardPage(call)
  const address = outcome.go === 'away' ? outcome.url : `/connect/choose/${outcome.flowId}`
  return call.redirect(address, call.req.method === 'POST' ? 303 : 302)
}

function pageOf(ctx: Context, call: PageCall, { view, notice, accounts }: Shown): Page {
  const language = chooseLanguage(view.language, call.req.header('accept-language'))
  const setting = { language, now: ctx.clock.now(), notice, accounts }
  if (view.state === 'open') return linkPage(view, setting)
  if (view.state === 'choice') return choicePage(view, setting)
  if (view.state === 'server') return serverPage(view, setting)
  return closedPage(view, setting)
}
