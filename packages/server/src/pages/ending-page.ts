import { html } from 'hono/html'
import type { EndingView } from '../resources/connect/views.ts'
import { cardPage } from './card.ts'
import { type Language, messagesIn } from './language.ts'
import { branded, brandedTitle } from './link-page.ts'
import { platformMark } from './marks.ts'
import { type Markup, nameOf, nothing } from './markup.ts'
import type { Page } from './page.ts'

/** The last page for the client when the owner has no application: the result, or how to retry. */
export function endingPage(view: EndingView, language: Language): Page {
  const { ending, closed } = messagesIn[language]
  const name = view.brand.name
  switch (view.result) {
    case 'connected':
      return cardPage({
        language,
        brand: view.brand,
        title: brandedTitle(ending.connected.title, name),
        problem: null,
        content: html`<h1>${branded(ending.connected.title, name)}</h1>
${accountsOf(view.accounts)}
<p class="lead">${ending.connected.text}</p>`,
      })
    case 'unknown':
      return problemPage(view, language, ending.unknown.title, html`${ending.unknown.text}`, false)
    case 'expired':
    case 'revoked': {
      const { title, text } = closed[view.result]
      return problemPage(view, language, title, branded(text, name), true)
    }
    default: {
      const { title, text } = ending[view.result]
      return problemPage(view, language, title, branded(text, name), true)
    }
  }
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
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
${retry}`,
  })
}

function accountsOf(accounts: Extract<EndingView, { result: 'connected' }>['accounts']): Markup {
  if (accounts.length === 0) return nothing
  return html`<ul class="accounts">
${accounts.map(({ platform, name }) => html`<li>${platformMark(platform, 20)}<span>${nameOf(name)}</span></li>`)}
</ul>`
}
