import { html } from 'hono/html'
import type { ChoiceAccount, ChoiceView, Notice } from '../resources/connect/flow/views.ts'
import { cardPage, initialOf } from './card.ts'
import { type Language, messagesIn, type PageMessages } from './language.ts'
import { branded, factsOf } from './link-page.ts'
import { fillText, lineOf, type Markup, nameOf, nothing, webAddress } from './markup.ts'
import { noticeOf } from './notice.ts'
import type { Page } from './page.ts'

type Setting = { language: Language; now: Date; notice: Notice | null }

/** The page on which a client chooses which accounts of a login to connect. */
export function choicePage(view: ChoiceView, { language, now, notice }: Setting): Page {
  const messages = messagesIn[language]
  const { choice } = messages
  if (view.accounts.length === 0) return nothingPage(view, language)
  const title = view.platform.accounts === 'pages' ? choice.title.pages : choice.title.accounts
  const canChoose = view.accounts.some((account) => account.status === 'available')
  const lead = canChoose ? choice.lead : choice.noneAvailable
  return cardPage({
    language,
    brand: view.brand,
    title,
    problem: notice && messages.notices[notice].title,
    content: html`${notice ? noticeOf(notice, messages) : nothing}
<h1 id="title">${title}</h1>
<p class="lead" id="lead">${branded(lead, view.brand.name)}</p>
${view.isTruncated ? html`<p class="lead">${fillText(choice.truncated, { count: String(view.accounts.length) })}</p>` : nothing}
<form method="post" action="/connect/choose/${view.flowId}">
<fieldset aria-labelledby="title" aria-describedby="${notice ? 'notice lead' : 'lead'}">
<ul class="choices">
${view.accounts.map((account) => choiceRow(view, account, messages))}
</ul>
</fieldset>
<div class="actions">${canChoose ? connectButtons(messages) : retryButtons(view, messages)}</div>
</form>
${factsOf(view, now, language, choice.expiry)}`,
  })
}

/** The page of a login without accounts: why, and how to log in again or go back. */
function nothingPage(view: ChoiceView, language: Language): Page {
  const messages = messagesIn[language]
  const { title, text } =
    messages.notices[view.platform.accounts === 'pages' ? 'no_pages' : 'no_accounts']
  return cardPage({
    language,
    brand: view.brand,
    title,
    problem: null,
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<form method="post" action="/connect/choose/${view.flowId}">
<div class="actions">${retryButtons(view, messages)}</div>
</form>`,
  })
}

function connectButtons({ choice }: PageMessages): Markup {
  return html`<button class="primary" name="do" value="connect">${choice.submit}</button>
<button class="plain" name="do" value="cancel">${choice.cancel}</button>`
}

function retryButtons(view: ChoiceView, { ending, closed }: PageMessages): Markup {
  const back = html`<button class="plain" name="do" value="cancel"><span>${branded(closed.back, view.brand.name)}</span></button>`
  return html`<a class="button primary" href="/connect/${view.token}"><span>${ending.again}</span></a>
${view.hasApplication ? back : nothing}`
}

function choiceRow(view: ChoiceView, account: ChoiceAccount, messages: PageMessages): Markup {
  const isOpen = account.status === 'available'
  const state = stateMessage(view, account, messages)
  const isOnly = view.accounts.filter(({ status }) => status === 'available').length === 1
  const isTicked = isOpen && (isOnly || account.isConnected)
  return html`<li><label class="choice${isOpen ? '' : ' closed'}">
<input type="checkbox" name="accounts" value="${account.platformAccountId}"${isTicked ? html` checked` : nothing}${isOpen ? nothing : html` disabled`}>
${faceOf(account)}
<span class="who"><strong>${nameOf(account.name)}</strong>${account.username ? html`<small>${nameOf(`@${account.username}`)}</small>` : nothing}${state ? html`<small>${state}</small>` : nothing}</span>
</label></li>`
}

function stateMessage(
  { platform }: ChoiceView,
  account: ChoiceAccount,
  messages: PageMessages,
): string | null {
  const { choice } = messages
  if (account.status === 'in_other_profile') return choice.inOtherProfile
  if (account.status === 'permission_missing') {
    return fillText(choice.permissionMissing, { platform: lineOf(platform.name) })
  }
  return account.isConnected ? choice.connected : null
}

function faceOf({ avatarUrl, name }: ChoiceAccount): Markup {
  const address = webAddress(avatarUrl)
  if (!address) return html`<span class="face" aria-hidden="true">${initialOf(name)}</span>`
  return html`<img class="face" src="${address}" alt="" width="40" height="40" loading="lazy" referrerpolicy="no-referrer">`
}
