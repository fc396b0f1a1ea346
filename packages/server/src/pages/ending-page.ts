import { html } from 'hono/html'
import type { Capability } from '../platforms/contract/platform.ts'
import type { Brand, EndingAccount, EndingView } from '../resources/connect/flow/views.ts'
import { cardPage } from './card.ts'
import { abilitiesIn, type Language, messagesIn } from './language.ts'
import { branded, brandedTitle, contactOf } from './link-page.ts'
import { mark, platformMark } from './marks.ts'
import { fillText, type Markup, nameOf, nothing } from './markup.ts'
import type { Page } from './page.ts'

/** The last page for the client when the owner has no application: the result, or how to retry. */
export function endingPage(view: EndingView, language: Language): Page {
  const { ending, closed, notices } = messagesIn[language]
  const name = view.brand.name
  switch (view.result) {
    case 'connected':
      return connectedPage(view, language, moreOf(view, language))
    case 'unknown':
      return problemPage(view, language, ending.unknown.title, html`${ending.unknown.text}`, false)
    case 'expired':
      return problemPage(
        view,
        language,
        closed.expired.title,
        branded(view.isInvited ? closed.invited : closed.expired.text, name),
        true,
      )
    case 'revoked': {
      const { title, text } = closed[view.result]
      return problemPage(view, language, title, branded(text, name), true)
    }
    case 'no_accounts':
    case 'no_pages': {
      const { title, text } = notices[view.result]
      return problemPage(view, language, title, html`${text}`, true)
    }
    case 'permission_missing': {
      const { title, text, pages } = ending.permission_missing
      const advice = branded(view.isPages ? pages : text, name)
      const missing = view.missing.length > 0 ? `${missingOf(view.missing, language)} ` : ''
      return problemPage(view, language, title, html`${missing}${advice}`, true)
    }
    default: {
      const { title, text } = ending[view.result]
      const isProblem = view.result !== 'access_denied'
      return problemPage(view, language, title, branded(text, name), isProblem)
    }
  }
}

type Connected = {
  brand: Brand
  accounts: EndingAccount[]
  isAgain: boolean
  missing: readonly Capability[]
}

/** The page after success. */
export function connectedPage(
  { brand, accounts, isAgain, missing }: Connected,
  language: Language,
  more: Markup = nothing,
): Page {
  const { connected, connectedAgain } = messagesIn[language].ending
  const title = isAgain ? connectedAgain : connected.title
  return cardPage({
    language,
    brand,
    title: brandedTitle(title, brand.name),
    problem: null,
    content: html`<h1>${branded(title, brand.name)}</h1>
${accountsOf(accounts)}
${missing.length > 0 ? restOf(missing, brand, language, more !== nothing) : nothing}
<p class="lead">${connected.text}</p>
${more}`,
  })
}

/** What does not work without the missing permissions, and how the client can still grant them. */
function restOf(
  missing: readonly Capability[],
  brand: Brand,
  language: Language,
  canLogIn: boolean,
): Markup {
  const { rest, again, link } = messagesIn[language].missing
  const advice = canLogIn ? html`${again}` : branded(link, brand.name)
  return html`<p class="lead">${missingOf(missing, language)} ${rest} ${advice}</p>`
}

function missingOf(missing: readonly Capability[], language: Language): string {
  const abilities = abilitiesIn(language, missing)
  return fillText(messagesIn[language].missing.list, { abilities })
}

/** Creates another link of the invitation, to connect more accounts or to grant what is missing. */
function moreOf(view: Extract<EndingView, { result: 'connected' }>, language: Language): Markup {
  if (!view.another) return nothing
  const { flowId, isReconnect } = view.another
  const { invitation, missing } = messagesIn[language]
  const labels = [
    ...(view.missing.length > 0 ? [missing.login] : []),
    ...(isReconnect ? [] : [invitation.another]),
  ]
  return html`<form class="actions" method="post" action="/connect/done?flow=${flowId}">${labels.map((label) => html`<button class="button plain"><span>${label}</span></button>`)}</form>`
}

function problemPage(
  view: EndingView,
  language: Language,
  title: string,
  text: Markup,
  isProblem: boolean,
): Page {
  const { again } = messagesIn[language].ending
  const retry =
    'token' in view
      ? html`<div class="actions"><a class="button primary" href="/connect/${view.token}"><span>${again}</span></a></div>`
      : nothing
  return cardPage({
    language,
    brand: view.brand,
    title,
    problem: isProblem ? title : null,
    hasContact: isProblem,
    content: html`<h1>${title}</h1>
${'accounts' in view ? accountsOf(view.accounts, false) : nothing}
<p class="lead">${text}</p>
${retry}
${isProblem ? contactOf(view.brand, language) : nothing}`,
  })
}

/** Accounts by the names under which the client knows them; connected ones with a check mark. */
export function accountsOf(accounts: readonly EndingAccount[], isConnected = true): Markup {
  if (accounts.length === 0) return nothing
  const check = isConnected ? html`<span class="check">${mark('check', 20)}</span>` : nothing
  return html`<ul class="accounts">
${accounts.map(
  ({ platform, platformName, name }) =>
    html`<li>${platformMark(platform)}<span>${nameOf(name)} <small>${platformName}</small></span>${check}</li>`,
)}
</ul>`
}
