import { html } from 'hono/html'
import type { Notice, ServerView } from '../resources/connect/flow/views.ts'
import { cardPage } from './card.ts'
import { type Language, messagesIn } from './language.ts'
import { linkExpiryOf } from './link-page.ts'
import { fillText, nothing } from './markup.ts'
import { noticeOf } from './notice.ts'
import type { Page } from './page.ts'

type Setting = { language: Language; now: Date; notice: Notice | null }

/**
 * The page that asks for the client's handle or server before the redirect. It works without
 * JavaScript, and keeps what was entered after an error.
 */
export function serverPage(view: ServerView, { language, now, notice }: Setting): Page {
  const messages = messagesIn[language]
  const { server } = messages
  const { asks, example } = view.question
  const values = { platform: view.platform.name, example }
  const title = fillText(server[asks].title, values)
  return cardPage({
    language,
    brand: view.brand,
    title,
    problem: notice && messages.notices[notice].title,
    content: html`${notice ? noticeOf(notice, messages) : nothing}
<h1>${title}</h1>
<form method="post" action="/connect/${view.token}/${view.platform.value}">
<label class="field"><span>${server[asks].label}</span>
<input name="server" value="${view.entered}" placeholder="${example}" required maxlength="300" inputmode="url" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" aria-describedby="${notice ? 'notice help' : 'help'}"${notice ? html` aria-invalid="true"` : nothing} autofocus></label>
<p class="help" id="help">${fillText(server[asks].help, values)}</p>
<div class="actions"><button class="primary">${server.submit}</button>
<a class="button plain" href="/connect/${view.token}">${server.back}</a></div>
</form>
${linkExpiryOf(view, now, language)}`,
  })
}
