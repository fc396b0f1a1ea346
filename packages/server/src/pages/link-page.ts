import { html } from 'hono/html'
import type { PlatformValue } from '../core/networks.ts'
import { capabilitiesOf } from '../platforms/contract/permissions.ts'
import { capabilities } from '../platforms/contract/platform.ts'
import { platformDefinition } from '../platforms/registry.ts'
import type { Brand, ClosedView, LinkView, Notice } from '../resources/connect/flow/views.ts'
import { cardPage, mailAddress } from './card.ts'
import { abilitiesIn, durationIn, type Language, listIn, messagesIn } from './language.ts'
import { mark, platformMark } from './marks.ts'
import { fill, fillText, lineOf, type Markup, nameOf, nothing, webAddress } from './markup.ts'
import { noticeOf } from './notice.ts'
import type { Page } from './page.ts'

type Setting = {
  language: Language
  now: Date
  notice: Notice | null
  /** The accounts that the notice is about. */
  accounts?: readonly string[] | undefined
}

/** The page of a valid link: the platforms, the next steps and when the link expires. */
export function linkPage(
  view: LinkView,
  { language, now, notice, accounts, isPreview = false }: Setting & { isPreview?: boolean },
): Page {
  const messages = messagesIn[language]
  const { brand, account } = view
  const title = account
    ? { text: messages.reconnect.title, values: { account: account.name } }
    : brandedText(messages.open.title, brand.name)
  return cardPage({
    language,
    brand,
    title: fillText(title.text, mapped(title.values, lineOf)),
    problem: notice && messages.notices[notice].title,
    isPreview,
    content: html`${notice ? noticeOf(notice, messages, { again: messages.again.here, accounts: namesOf(accounts, language) }) : nothing}
<h1>${fill(title.text, mapped(title.values, nameOf))}</h1>
<p class="lead">${leadOf(view, language)}</p>
${trustOf(view.platforms, language)}
${platformButtons(view.platforms, language, ({ value, asksServer }) => ({
  method: asksServer ? 'get' : 'post',
  action: `/connect/${view.token}/${value}`,
}))}
${view.platforms.length > 0 ? html`${nextSteps(view, language, account !== null)}${linkExpiryOf(view, now, language)}` : nothing}`,
  })
}

/** How long the link works. Clients with an invitation have read how long they can open that. */
export function linkExpiryOf(
  view: Pick<LinkView, 'expiresAt' | 'isInvited'>,
  now: Date,
  language: Language,
): Markup {
  return view.isInvited ? nothing : factsOf(view, now, language, messagesIn[language].expiry)
}

function leadOf(view: LinkView, language: Language): Markup {
  const messages = messagesIn[language]
  if (view.platforms.length === 0) return branded(messages.open.noPlatforms, view.brand.name)
  if (!view.account) return perPlatforms(messages.open.lead, view.platforms)
  const { platform } = view.account
  const name = view.platforms.find((one) => one.value === platform)?.name ?? platform
  const account = nameOf(view.account.name)
  return branded(messages.reconnect.lead, view.brand.name, { platform: name, account })
}

/** The sentence that names the platform, if there is only one. */
function perPlatforms(
  { one, several }: { one: string; several: string },
  platforms: readonly { name: string }[],
): Markup {
  const [only, ...others] = platforms
  return html`${only && others.length === 0 ? fillText(one, { platform: only.name }) : several}`
}

type Choice = { value: PlatformValue; name: string }
/** `platform` is the field of a form that is the same for all of them. */
type ChoiceForm = { action: string; method?: 'get' | 'post'; platform?: PlatformValue }

/** A button for each platform, which starts the login there. */
export function platformButtons<Offered extends Choice>(
  platforms: readonly Offered[],
  language: Language,
  formOf: (offered: Offered) => ChoiceForm,
): Markup {
  const { open } = messagesIn[language]
  if (platforms.length === 0) return nothing
  return html`<ul class="platforms" aria-label="${open.platforms}">
${platforms.map((offered) => {
  const { action, method = 'post', platform } = formOf(offered)
  const field = platform ? html` name="platform" value="${platform}"` : nothing
  return html`<li><form method="${method}" action="${action}">
<button class="platform"${field}>${platformMark(offered.value)}<span>${fillText(open.button, { platform: offered.name })}</span>${mark('arrow', 20)}</button>
</form></li>`
})}
</ul>`
}

function namesOf(accounts: readonly string[] = [], language: Language): string {
  return listIn(
    language,
    accounts.map((name) => lineOf(name)),
  )
}

/** What the client does after this page, in a few steps. */
export function nextSteps(
  { brand, platforms }: Pick<LinkView, 'brand'> & { platforms: Choice[] },
  language: Language,
  isReconnect: boolean,
): Markup {
  const { next } = messagesIn[language]
  const enabled = platforms.flatMap(({ value }) => capabilitiesOf(platformDefinition(value)))
  const abilities = abilitiesIn(
    language,
    capabilities.filter((each) => enabled.includes(each)),
  )
  const hasOnlyPages =
    !isReconnect && platforms.every(({ value }) => platformDefinition(value).accounts === 'pages')
  return html`<section class="next" aria-labelledby="next">
<h2 id="next">${next.heading}</h2>
<ol>
<li><span>${perPlatforms(next.login, platforms)}</span></li>
<li><span>${branded(next.permissions, brand.name, { abilities })}</span></li>
${hasOnlyPages ? html`<li><span>${next.pages}</span></li>` : nothing}
<li><span>${branded(isReconnect ? next.backAgain : next.back, brand.name)}</span></li>
</ol>
</section>`
}

/** The HTTP status of a page of a link or an invitation that cannot be used. */
export function closedStatus({ state }: ClosedView): 404 | 410 {
  return state === 'unknown' ? 404 : 410
}

/** A button to write to the brand, if it has set an address. */
export function contactOf(brand: Brand, language: Language): Markup {
  const email = brand.supportEmail && lineOf(brand.supportEmail, 320)
  if (!email) return nothing
  const { contact } = messagesIn[language].closed
  return html`<div class="actions"><a class="button plain" href="${mailAddress(email)}"><span>${branded(contact, brand.name)}</span></a></div>`
}

/** The page of a link or an invitation that cannot be used: why, and what to do. */
export function closedPage(
  view: ClosedView,
  { language, notice }: Pick<Setting, 'language' | 'notice'>,
): Page {
  const messages = messagesIn[language]
  const closed = messages.closed[view.state]
  const back = webAddress(view.backUrl)
  const sentence = view.isInvited ? messages.closed.invited : closed.text
  const text = typeof sentence === 'string' ? html`${sentence}` : branded(sentence, view.brand.name)
  // If the link is unknown, the notice about the login is more specific than the page.
  const isAboutLogin = notice !== null && view.state === 'unknown'
  return cardPage({
    language,
    brand: view.brand,
    title: isAboutLogin ? messages.notices[notice].title : closed.title,
    problem: notice && !isAboutLogin ? messages.notices[notice].title : null,
    hasContact: !isAboutLogin,
    content: isAboutLogin
      ? html`<h1>${messages.notices[notice].title}</h1>
<p class="lead">${messages.notices[notice].text} ${messages.again.withLink}</p>`
      : html`${notice ? noticeOf(notice, messages) : nothing}
<h1>${closed.title}</h1>
<p class="lead">${text}</p>
${contactOf(view.brand, language)}
${back ? html`<div class="actions"><a class="button primary" href="${back}" rel="noreferrer"><span>${branded(messages.closed.back, view.brand.name)}</span></a></div>` : nothing}`,
  })
}

/** Reassurance for the client, read before choosing where to log in: the password stays private. */
export function trustOf(platforms: readonly { name: string }[], language: Language): Markup {
  if (platforms.length === 0) return nothing
  const text = perPlatforms(messagesIn[language].trust, platforms)
  return html`<p class="trust">${mark('lock', 20)}<span>${text}</span></p>`
}

/** How much time is left. */
export function factsOf(
  { expiresAt }: { expiresAt: Date },
  now: Date,
  language: Language,
  expiry: string,
): Markup {
  const duration = durationIn(language, expiresAt.getTime() - now.getTime())
  // The exact time is in the `datetime` attribute.
  const time = html`<time datetime="${expiresAt.toISOString()}">${duration}</time>`
  return html`<div class="facts">
<p>${mark('clock', 20)}<span>${fill(expiry, { duration: time })}</span></p>
</div>`
}

/** The sentence with the name of the brand, or the one without. */
export function branded(
  sentence: { named: string; plain: string },
  brand: string | null,
  values: Record<string, string | Markup> = {},
): Markup {
  if (brand === null) return fill(sentence.plain, values)
  return fill(sentence.named, { ...values, brand: nameOf(brand) })
}

/** The same as plain text, for the title of the document. */
export function brandedTitle(
  sentence: { named: string; plain: string },
  brand: string | null,
): string {
  return brand === null ? sentence.plain : fillText(sentence.named, { brand: lineOf(brand) })
}

function brandedText(sentence: { named: string; plain: string }, brand: string | null) {
  const values: Record<string, string> = brand === null ? {} : { brand }
  return { text: brand === null ? sentence.plain : sentence.named, values }
}

function mapped<Value>(
  values: Record<string, string>,
  change: (text: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
