import { html, raw } from 'hono/html'
import type { Brand } from '../resources/connect/flow/views.ts'
import { brandColors } from './color.ts'
import { type Language, messagesIn } from './language.ts'
import { mark } from './marks.ts'
import { fillText, lineOf, type Markup, nothing, webAddress } from './markup.ts'
import type { Page } from './page.ts'
import { posternIcon, posternMark } from './postern-mark.ts'
import { baseStyle, brandStyle, cardStyle } from './style.ts'

type Card = {
  language: Language
  brand: Brand
  /** Plain text. */
  title: string
  /** The title of the problem that the page starts with, if any. */
  problem: string | null
  content: Markup
  /** Style of this page only. */
  style?: string
  hasVideos?: boolean
  /** The content has a button to write to the brand, so the footer does not repeat the address. */
  hasContact?: boolean
  /** For the preview: nothing can be clicked or focused. */
  isPreview?: boolean
  /** A page of the installation, not of the agency: it shows our mark. */
  isOwn?: boolean
}

/** A page for clients: the logo of the brand, the content and the links of the brand. */
export function cardPage(card: Card): Page {
  const messages = messagesIn[card.language]
  const title = card.problem ? fillText(messages.problem, { title: card.problem }) : card.title
  return {
    language: card.language,
    ...(card.isOwn ? { icon: posternIcon } : {}),
    title: card.brand.name ? `${title} · ${lineOf(card.brand.name)}` : title,
    ...(card.hasVideos ? { hasVideos: true } : {}),
    style: baseStyle + cardStyle + (card.style ?? '') + brandStyle(brandColors(card.brand.color)),
    body: html`<body${card.isPreview ? raw(' inert') : nothing}>
<main>
${card.isOwn ? html`<div class="sign">${posternMark(48)}</div>` : signOf(card.brand)}
${card.content}
</main>
${linksOf(card)}
</body>`,
  }
}

function signOf(brand: Brand): Markup {
  const logo = webAddress(brand.logoUrl)
  if (logo) {
    const name = brand.name ? lineOf(brand.name) : ''
    return html`<div class="sign"><img src="${logo}" alt="${name}" referrerpolicy="no-referrer"></div>`
  }
  if (!brand.name) {
    return html`<div class="sign"><span class="tile neutral" aria-hidden="true">${mark('link')}</span></div>`
  }
  return html`<div class="sign"><span class="tile" aria-hidden="true">${initialOf(brand.name)}</span></div>`
}

/** The first letter or digit of a name, used if there is no image. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(lineOf(name))?.[0] ?? '·').toLocaleUpperCase()
}

/** The `mailto:` URL of an email address. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}

function linksOf({ brand, language, hasContact = false }: Card): Markup {
  const { links } = messagesIn[language]
  const privacy = webAddress(brand.privacyUrl)
  const email = !hasContact && brand.supportEmail && lineOf(brand.supportEmail, 320)
  if (!privacy && !email) return nothing
  return html`<footer>
${privacy ? html`<a href="${privacy}" rel="noreferrer">${links.privacy}</a>` : nothing}
${email ? html`<a href="${mailAddress(email)}">${fillText(links.support, { email })}</a>` : nothing}
</footer>`
}
