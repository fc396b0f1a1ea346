import { html } from 'hono/html'
import type { InboxMessage } from '../core/content.ts'
import type { Markup } from '../panel/frame.ts'
import { prettyJson } from '../panel/labels.ts'
import { timeAgo } from '../panel/times.ts'

type Event = { type?: unknown; data?: unknown }
type Fields = Record<string, unknown>

const signatureTexts: Record<InboxMessage['signature'], string> = {
  valid: 'Valid signature',
  invalid: 'Invalid signature',
  stale: 'Outdated signature',
  missing: 'No signature',
  no_secret: 'Not verified (no secret)',
}

export function signatureTag({ signature }: Readonly<InboxMessage>): Markup {
  return html`<span class="tag ${signature}">${signatureTexts[signature]}</span>`
}

/** One message as a row that opens to its body and headers. */
export function messageCard(message: Readonly<InboxMessage>, now: number, isOpen: boolean): Markup {
  const open = isOpen ? ' open' : ''
  return html`<details class="card message" id="message-${message.id}"${open}>
    <summary class="row"><strong>${eventName(message.body)}</strong>
      <span class="subject" dir="auto">${subjectOf(message.body)}</span>
      <span class="state">${signatureTag(message)} <small>${timeAgo(Date.parse(message.received_at), now)}</small></span></summary>
    <pre>${prettyJson(message.body)}</pre>
    <details id="headers-${message.id}"><summary>Headers</summary><pre>${JSON.stringify(message.headers, null, 2)}</pre></details></details>`
}

/** The `type` of an event, as "post.published". */
export function eventName(body: string): string {
  const type = parse(body)?.type
  return typeof type === 'string' ? type : 'Message without an event type'
}

/** What an event is about, as "platform · @anna: Do you have rye?". */
export function subjectOf(body: string): string {
  const data = fieldsOf(parse(body)?.data)
  const account = fieldsOf(data.account)
  const author = textOf(data.author_username)
  const name = textOf(account.username)
  const text = textOf(data.error_message) || textOf(data.text) || textOf(data.name)
  const about = [author && `@${author}`, text].filter(Boolean).join(': ')
  const id = Object.entries(data).find(([key]) => key.endsWith('_id'))?.[1]
  const platform = textOf(data.platform) || textOf(account.platform)
  return [platform, about || (name && `@${name}`) || textOf(id)].filter(Boolean).join(' · ')
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parse(body: string): Event | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
