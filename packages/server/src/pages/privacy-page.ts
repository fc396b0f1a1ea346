import { html } from 'hono/html'
import { limits } from '../core/limits.ts'
import { capabilitiesOf } from '../platforms/contract/permissions.ts'
import type { Platform } from '../platforms/contract/platform.ts'
import type { Brand } from '../resources/connect/flow/views.ts'
import { cardPage, mailAddress } from './card.ts'
import { abilitiesIn, type Language, listIn, messagesIn } from './language.ts'
import { branded, brandedTitle } from './link-page.ts'
import { fill, fillText, lineOf, nothing } from './markup.ts'
import type { Page } from './page.ts'

type Described = { brand: Brand; platforms: readonly Platform[] }

/** The days of each kind of record that is deleted by its age. */
const keptDays = {
  links: limits.connect.linkKeptDays,
  approvals: limits.approval.linkKeptDays,
  reports: limits.report.linkKeptDays,
  deliveries: limits.webhook.historyDays,
  requests: limits.requestLog.keptDays,
  audit: limits.audit.keptDays,
}

/** What the policies of YouTube want linked (youtube.md §10). */
const youtubeLinks = {
  terms: 'https://www.youtube.com/t/terms',
  policy: 'https://policies.google.com/privacy',
  settings: 'https://myaccount.google.com/permissions',
}

const style = `
section{margin-top:1.75rem}
h2{font-size:1.0625rem;font-weight:650}
section p,section ul,section ol{margin-top:.5rem;font-size:.9375rem}
section ul,section ol{padding-inline-start:1.25rem}
section li+li{margin-top:.375rem}
`

/** What the service stores of the configured platforms, for how long, who receives it, and how to end it. */
export function privacyPage({ brand, platforms }: Described, language: Language): Page {
  const { privacy } = messagesIn[language]
  const kept = Object.entries(keptDays).map(([name, days]) =>
    fillText(privacy.kept.items[name as keyof typeof keptDays], { days: String(days) }),
  )
  const uses = platforms.map(
    (platform) => `${platform.name}: ${abilitiesIn(language, capabilitiesOf(platform))}`,
  )
  return cardPage({
    language,
    brand,
    title: brandedTitle(privacy.title, brand.name),
    problem: null,
    style,
    content: html`<h1>${branded(privacy.title, brand.name)}</h1>
<p class="lead">${branded(privacy.lead, brand.name)}</p>
<section><h2>${privacy.uses.title}</h2><p>${privacy.uses.text}</p>${listOf(uses)}</section>
<section><h2>${privacy.stored.title}</h2>${listOf(privacy.stored.items)}</section>
<section><h2>${privacy.kept.title}</h2>${listOf([privacy.kept.items.account, ...kept])}</section>
<section><h2>${privacy.shared.title}</h2><p>${branded(privacy.shared, brand.name)}</p></section>
${platforms.some(({ value }) => value === 'youtube') ? youtubeSection(language) : nothing}
<section><h2>${privacy.end.title}</h2><p><a href="/data-deletion">${privacy.end.link}</a></p></section>
<p class="reference">${privacy.note}</p>`,
  })
}

function youtubeSection(language: Language) {
  const { youtube } = messagesIn[language].privacy
  return html`<section><h2>YouTube</h2><p>${youtube.text}</p><ul>
${Object.entries(youtubeLinks).map(
  ([name, url]) =>
    html`<li><a href="${url}" rel="noreferrer">${youtube[name as keyof typeof youtubeLinks]}</a></li>`,
)}</ul></section>`
}

/** How a person ends the access to their accounts and has their data deleted. */
export function deletionGuidePage({ brand, platforms }: Described, language: Language): Page {
  const { title, lead, steps, what, privacy } = messagesIn[language].deletionGuide
  const signing = platforms.filter(({ inbound }) => inbound?.readSignedRequest)
  const names = listIn(
    language,
    signing.map(({ name }) => name),
  )
  const email = brand.supportEmail && lineOf(brand.supportEmail, 320)
  return cardPage({
    language,
    brand,
    title,
    problem: null,
    hasContact: true,
    style,
    content: html`<h1>${title}</h1>
<p class="lead">${branded(lead, brand.name)}</p>
<section><h2>${steps.title}</h2><ol>
<li>${steps.remove}</li>
${signing.length > 0 ? html`<li>${fillText(steps.signed, { platforms: names })}</li>` : nothing}
<li>${email ? fill(steps.write, { email: html`<a href="${mailAddress(email)}">${email}</a>` }) : steps.ask}</li>
</ol></section>
<section><h2>${what.title}</h2><p>${what.text}</p></section>
<section><p><a href="/privacy">${privacy}</a></p></section>`,
  })
}

const listOf = (items: readonly string[]) =>
  html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`
