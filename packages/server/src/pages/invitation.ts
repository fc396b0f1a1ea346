import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Context } from '../context.ts'
import type { PlatformValue } from '../core/networks.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { platformDefinition } from '../platforms/registry.ts'
import { acceptInvitation, openInvitation } from '../resources/connect/flow/accept-invitation.ts'
import type { ClosedView, InvitationView } from '../resources/connect/flow/views.ts'
import { cardPage } from './card.ts'
import { accountsOf, connectedPage } from './ending-page.ts'
import { failurePage, notFoundPage, refusalPage } from './error.ts'
import { chooseLanguage, type Language, messagesIn } from './language.ts'
import {
  branded,
  brandedTitle,
  closedPage,
  closedStatus,
  factsOf,
  nextSteps,
  platformButtons,
  trustOf,
} from './link-page.ts'
import { fill, fillText, lineOf, type Markup, nameOf, nothing } from './markup.ts'
import { isOwnForm } from './own-form.ts'
import { guardPage, type Page, type PageCall, readForm, sendPage } from './page.ts'

/** The page of an invitation. Opening it changes nothing; its form creates a connect link. */
export function invitationPages(ctx: Context): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.use('/invite/*', countUnauthenticatedRequests(ctx))
  pages.get('/invite/:token', async (call) =>
    sendView(ctx, call, await openInvitation(ctx, call.req.param('token'))),
  )
  pages.post('/invite/:token', async (call) => {
    if (!isOwnForm(ctx, call)) return await refusalPage(ctx, call)
    const form = await readForm(call)
    const result = await acceptInvitation(ctx, call.req.param('token'))
    if ('view' in result) return await sendView(ctx, call, result.view)
    guardPage(call)
    const platform = ctx.platforms.get(form.get('platform') as PlatformValue)
    if (!platform) return call.redirect(result.url, 303)
    const asksServer = platform.connect.server !== undefined && !result.isReconnect
    // 307 keeps the method: the browser sends the form on to the link, which starts the login.
    return call.redirect(`${result.url}/${platform.value}`, asksServer ? 303 : 307)
  })
  pages.all('/invite/*', (call) => notFoundPage(ctx, call))
  return pages
}

async function sendView(
  ctx: Context,
  call: PageCall,
  view: InvitationView | ClosedView,
): Promise<Response> {
  const language = chooseLanguage(view.language, call.req.header('accept-language'))
  if (view.state !== 'invitation') {
    return await sendPage(
      ctx,
      call,
      closedStatus(view),
      closedPage(view, { language, notice: null }),
    )
  }
  return await sendPage(ctx, call, 200, invitationPage(view, language, ctx.clock.now()))
}

/** The page of an open invitation: what it is for, what is connected, and where to log in. */
export function invitationPage(view: InvitationView, language: Language, now: Date): Page {
  const { brand, account, connected } = view
  if (account && connected.length > 0) {
    const more = view.missing.length > 0 ? loginOf(view, language) : nothing
    return connectedPage({ ...view, accounts: connected, isAgain: true }, language, more)
  }
  const { title, heading, lead } = purposeOf(view, language)
  const isReconnect = account !== null || view.expired.length > 0
  const platforms = view.platforms.filter(({ value }) => !account || value === account.platform)
  return cardPage({
    language,
    brand,
    title,
    problem: null,
    content: html`<h1>${heading}</h1>
<p class="lead">${platforms.length > 0 ? lead : branded(messagesIn[language].open.noPlatforms, brand.name)}</p>
${listOf(view, language)}
${trustOf(platforms, language)}
${platformButtons(platforms, language, ({ value }) => ({ action: `/invite/${view.token}`, platform: value }))}
${platforms.length > 0 ? nextSteps({ brand, platforms }, language, isReconnect) : nothing}
${factsOf(view, now, language, messagesIn[language].invitation.expiry)}`,
  })
}

/** Lets a client who has reconnected the account grant the missing permissions as well. */
function loginOf({ token, account }: InvitationView, language: Language): Markup {
  const { login } = messagesIn[language].missing
  return html`<form class="actions" method="post" action="/invite/${token}"><button class="button plain" name="platform" value="${account!.platform}"><span>${login}</span></button></form>`
}

type Purpose = { title: string; heading: Markup; lead: Markup }

/** What continuing does: reconnect one account, reconnect expired ones, or connect new ones. */
function purposeOf(view: InvitationView, language: Language): Purpose {
  const { invitation, reconnect } = messagesIn[language]
  const { name } = view.brand
  if (view.account) {
    const account = view.account.name
    const values = {
      platform: platformDefinition(view.account.platform).name,
      account: nameOf(account),
    }
    return {
      title: fillText(reconnect.title, { account: lineOf(account) }),
      heading: fill(reconnect.title, values),
      lead: branded(reconnect.lead, name, values),
    }
  }
  const { title, lead } = view.expired.length > 0 ? invitation.expired : invitation
  return {
    title: brandedTitle(title, name),
    heading: branded(title, name),
    lead: typeof lead === 'string' ? html`${lead}` : branded(lead, name),
  }
}

function listOf(view: InvitationView, language: Language): Markup {
  const { account, expired, connected } = view
  if (account) {
    const platformName = platformDefinition(account.platform).name
    return accountsOf([{ ...account, platformName }], false)
  }
  const messages = messagesIn[language].invitation
  if (connected.length === 0) return accountsOf(expired, false)
  const another = html`<h2 class="connected">${messages.another}</h2>`
  return html`${accountsOf(expired, false)}
<h2 class="connected">${messages.connected}</h2>
${accountsOf(connected)}
${expired.length === 0 ? another : nothing}`
}
