import { html } from 'hono/html'
import type { Notice } from '../resources/connect/flow/views.ts'
import type { PageMessages } from './language.ts'
import { mark } from './marks.ts'
import type { Markup } from './markup.ts'
import { fill, nameOf, nothing } from './markup.ts'

/** Notices that already say what to do. */
const saysWhatToDo: readonly Notice[] = [
  'nothing_chosen',
  'wrong_account',
  'platform_unavailable',
  'server_unknown',
  'account_unknown',
  'server_refused',
]

/**
 * A message above the page about what went wrong. `again` says how to start again; `accounts` names
 * the accounts that it is about.
 */
export function noticeOf(
  notice: Notice,
  messages: PageMessages,
  { again = null, accounts = '' }: { again?: string | null; accounts?: string } = {},
): Markup {
  const { title, text } = messages.notices[notice]
  const more = again && !saysWhatToDo.includes(notice) ? html` ${again}` : nothing
  return html`<div class="alert" role="alert" id="notice">${mark('alert')}<div><strong>${title}</strong><p>${fill(text, { accounts: nameOf(accounts) })}${more}</p></div></div>`
}
