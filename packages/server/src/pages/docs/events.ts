import { html } from 'hono/html'
import { type EventType, events, eventTypes, exampleEvent } from '../../schemas/event.ts'
import type { Markup } from '../markup.ts'
import { nothing } from '../markup.ts'
import type { Page } from '../page.ts'
import { eventsScript } from './assets.ts'
import { fieldList } from './field-list.ts'
import { type Field, fieldsOf, type SchemaDocument } from './fields.ts'
import { docsPage, inline, type NavEntry } from './frame.ts'
import { curlSample } from './samples-curl.ts'

/** `/docs/events`: every event type and when it is sent. */
export function eventIndexPage(): Page {
  return docsPage({
    title: 'Postern events',
    navLabel: 'Events',
    section: '/docs/events',
    nav: eventNav(null),
    main: html`<h1>Events</h1>
<p>Postern sends these events to your <a href="/docs/guides/webhooks">webhook endpoints</a>. Each page has the fields, a sample, and a way to send that sample to your endpoint.</p>
<dl class="fields events">${events.map(({ type, description }) => html`<div><dt><a href="/docs/events/${type}"><code>${type}</code></a></dt><dd>${inline(description)}</dd></div>`)}</dl>`,
  })
}

/** The page of an event type; `undefined` if there is no such type. */
export function eventPage(
  name: string,
  document: SchemaDocument,
  publicUrl: string,
  hasSession: boolean,
): Page | undefined {
  const event = events.find(({ type }) => type === name)
  if (!event) return undefined
  const { type, description } = event
  return docsPage({
    title: `${type} · Postern`,
    navLabel: 'Events',
    section: '/docs/events',
    nav: eventNav(type),
    scripts: hasSession ? [eventsScript] : [],
    main: html`<article><h1><code>${type}</code></h1>
<p>${inline(description)}</p>
<h2 id="sample">Sample</h2>
<pre tabindex="0"><code>${requestText(type)}</code></pre>
<h2 id="signature">Signature</h2>
<p><code>v1</code> of <code>Service-Signature</code> is the HMAC-SHA256 of <code>t</code>, a dot and the raw body, keyed with the endpoint’s whole secret. <a href="/docs/guides/webhooks#verify-the-signature">Verify it</a> before you parse the body, and ignore an <code>id</code> that you have seen.</p>
<h2 id="send">Send a test event</h2>
${sendSection(type, publicUrl)}
<h2 id="fields">Fields</h2>
${fieldList(eventFields(document, type), { openLevels: 3 })}</article>`,
  })
}

/** Signed-in members choose one of their endpoints; the script shows the form to them. */
function sendSection(type: EventType, publicUrl: string): Markup {
  const command = curlSample({
    publicUrl,
    operationId: 'testWebhook',
    method: 'POST',
    path: '/v1/webhooks/$WEBHOOK_ID/test',
    ids: [],
    query: {},
    body: { type },
    access: 'key',
    responseType: 'application/json',
  })
  const mark =
    type === 'webhook.test'
      ? nothing
      : html` It has <code>"test": true</code>, and no ID in it exists except its own <code>id</code>.`
  return html`<p>Sends the sample to your endpoint, signed with its secret, and shows its response.${mark}</p>
<form class="send" data-type="${type}" hidden><label>Endpoint <select name="endpoint"></select></label> <button type="submit">Send</button></form>
<p class="sent" role="status"></p>
<pre tabindex="0"><code>${command}</code></pre>`
}

function requestText(type: EventType): string {
  return [
    'POST /your/endpoint',
    'Content-Type: application/json',
    `Service-Event: ${type}`,
    'Service-Delivery: 01a1f82f-2e20-7405-b217-f88888a2aaed',
    'Service-Signature: t=1795165204,v1=74a5694d1dcc10f43cbe…',
    '',
    JSON.stringify(exampleEvent(type), null, 2),
  ].join('\n')
}

/** Every field of an event. */
export function eventFields({ webhooks, components }: SchemaDocument, type: string): Field[] {
  const { schema } = webhooks[type]!.post.requestBody.content['application/json']
  return fieldsOf(schema, components.schemas, false)
}

function eventNav(current: EventType | null): NavEntry[] {
  const entries = eventTypes.map((type) => ({
    address: `/docs/events/${type}`,
    name: type,
    isCurrent: type === current,
  }))
  return [{ address: '/docs/events', name: 'All events', entries }]
}
