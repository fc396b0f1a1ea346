import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Context } from '../context.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { acceptInvitation, openInvitation } from '../resources/connect/accept-invitation.ts'
import type { ClosedView, InvitationView } from '../resources/connect/views.ts'
import { cardPage } from './card.ts'
import { accountsOf, connectedPage } from './ending-page.ts'
import { failurePage, notFoundPage, refusalPage } from './error.ts'
import { chooseLanguage, type Language, messagesIn } from './language.ts'
import { branded, brandedTitle, closedPage, closedStatus, factsOf, nextSteps } from './link-page.ts'
import { platformMark } from './marks.ts'
import { fill, fillText, lineOf, type Markup, nameOf, nothing } from './markup.ts'
import { isOwnForm } from './own-form.ts'
import { guardPage, type Page, type PageCall, sendPage } from './page.ts'

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
    const result = await acceptInvitation(ctx, call.req.param('token'))
    if ('view' in result) return await sendView(ctx, call, result.view)
    guardPage(call)
    return call.redirect(result.url, 303)
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

/** The page of an open invitation: what it is for, what is connected, and the button to continue. */
export function invitationPage(view: InvitationView, language: Language, now: Date): Page {
  const { invitation, reconnect } = messagesIn[language]
  const { brand, account, connected } = view
  if (account && connected.length > 0) {
    return connectedPage({ ...view, accounts: connected }, language)
  }
  const accountName = account ? `@${account.username}` : ''
  return cardPage({
    language,
    brand,
    title: account
      ? fillText(reconnect.title, { account: lineOf(accountName) })
      : brandedTitle(invitation.title, brand.name),
    problem: null,
    content: html`<h1>${account ? fill(reconnect.title, { account: nameOf(accountName) }) : branded(invitation.title, brand.name)}</h1>
<p class="lead">${leadOf(view, language)}</p>
${connected.length > 0 ? html`<h2 class="connected">${invitation.connected}</h2>${accountsOf(connected)}` : platformsOf(view, language)}
${startOf(view, language)}
${nextSteps(brand, language)}
${factsOf(view, now, language, invitation.expiry)}`,
  })
}

function leadOf(view: InvitationView, language: Language): Markup {
  const { invitation, reconnect } = messagesIn[language]
  if (!view.account) return branded(invitation.lead, view.brand.name)
  const { platform, username } = view.account
  const name = view.platforms.find(({ value }) => value === platform)?.name ?? platform
  const account = nameOf(`@${username}`)
  return branded(reconnect.lead, view.brand.name, { platform: name, account })
}

/** Which platforms the client will be able to choose from. */
function platformsOf({ account, platforms }: InvitationView, language: Language): Markup {
  if (account) return nothing
  return html`<ul class="offered" aria-label="${messagesIn[language].open.platforms}">
${platforms.map(({ value, name }) => html`<li>${platformMark(value, 20)}<span>${name}</span></li>`)}
</ul>`
}

function startOf({ token, account, connected }: InvitationView, language: Language): Markup {
  const { start, another, reconnect } = messagesIn[language].invitation
  const label = account ? reconnect : connected.length > 0 ? another : start
  return html`<form class="actions" method="post" action="/invite/${token}"><button class="button primary"><span>${label}</span></button></form>`
}
