import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Context } from '../context.ts'
import type { Vars } from '../http/errors.ts'
import { countStrangers } from '../http/strangers.ts'
import { type Page, serveFixedPage } from './answer.ts'
import { anchor, docsPage, inline, paragraphs } from './docs-frame.ts'
import { failurePage } from './error.ts'
import { errorListPage } from './error-list.ts'
import { type Markup, nothing } from './markup.ts'
import { introduction } from './reference-intro.ts'
import {
  codesOf,
  type Operation,
  operationCard,
  type RawOperation,
  schemaOf,
} from './reference-operation.ts'
import { fieldList, isNamed, type Schema } from './reference-schema.ts'

/** The parts of our OpenAPI document that the reference shows (http/openapi.ts). */
type Document = {
  info: { version: string; description: string }
  paths: Record<string, Record<string, RawOperation>>
  webhooks: Record<string, { post: RawOperation }>
  components: { schemas: Record<string, Schema> }
}

/** The API reference at /docs and the list of errors, made from the OpenAPI document. */
export function docsPages(
  ctx: Context,
  document: Record<string, unknown>,
): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  const reference = referencePage(document, ctx.config.publicUrl)
  pages.get('/docs', countStrangers(ctx), serveFixedPage(ctx, reference))
  pages.get('/docs/errors', countStrangers(ctx), serveFixedPage(ctx, errorListPage()))
  return pages
}

export function referencePage(source: Record<string, unknown>, publicUrl: string): Page {
  const document = source as Document
  const operations = operationsOf(document)
  const schemas = document.components.schemas
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))]
  const shown = Object.entries(schemas).filter(([name]) => isNamed(name))
  const groups = tags.map((tag) => ({
    tag,
    operations: operations.filter((operation) => operation.tags.includes(tag)),
  }))
  const events = Object.entries(document.webhooks)
  const commonCodes = codesOf(operations[0]!).filter((code) =>
    operations.every((operation) => codesOf(operation).includes(code)),
  )
  const setting = { publicUrl, schemas, commonCodes }
  return docsPage({
    title: 'Postern API reference',
    nav: [
      { address: '#start', name: 'Start' },
      ...groups.map(({ tag, operations: own }) => ({
        address: `#${anchor(tag)}`,
        name: tag,
        entries: own.map((one) => ({ address: `#${one.operationId}`, name: one.summary })),
      })),
      {
        address: '#webhook-events',
        name: 'Webhook events',
        entries: events.map(([type]) => ({ address: `#${anchor(`event ${type}`)}`, name: type })),
      },
      {
        address: '#schemas',
        name: 'Schemas',
        entries: shown.map(([name]) => ({ address: `#schema-${name}`, name })),
      },
    ],
    main: html`${introduction(document.info, publicUrl, commonCodes)}
${groups.map(({ tag, operations: own }) => html`<h2 id="${anchor(tag)}">${tag}</h2>${own.map((one) => operationCard(one, setting))}`)}
${webhookSection(events)}
<h2 id="schemas">Schemas</h2>
${shown.map(([name, schema]) => schemaCard(name, schema))}`,
  })
}

export function operationsOf(source: Record<string, unknown>): Operation[] {
  return Object.entries((source as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method,
      path,
      bodySchema: schemaOf(operation.requestBody),
    })),
  )
}

function webhookSection(events: [string, { post: RawOperation }][]): Markup {
  return html`<h2 id="webhook-events">Webhook events</h2>
<p>An event is sent to your endpoint as a POST with a JSON body. Answer with a 2xx status within 5 seconds. A delivery that fails is tried 8 times in about 24 hours, and the same event may come more than once: keep its <code>id</code>.</p>
<p>Verify <code>Service-Signature: t=&lt;unix_seconds&gt;,v1=&lt;hex_digest&gt;</code> before you read the body: <code>v1</code> is the HMAC-SHA256 of <code>&lt;t&gt;.&lt;raw body&gt;</code> with the whole secret, <code>whsec_</code> included, as its key. Compare in constant time and refuse a <code>t</code> that is more than 5 minutes away. <code>Service-Event</code> and <code>Service-Delivery</code> name the type and the delivery.</p>
${events.map(([type, { post }]) => {
  const schema = schemaOf(post.requestBody)
  const id = anchor(`event ${type}`)
  return html`<section class="card" id="${id}" aria-labelledby="${id}-title"><h3 id="${id}-title"><code>${type}</code></h3><p>${inline(post.summary)}</p>${schema ? html`<h4>Body</h4>${fieldList(schema, 'out')}` : nothing}</section>`
})}`
}

function schemaCard(name: string, schema: Schema): Markup {
  return html`<section class="card" id="schema-${name}" aria-labelledby="schema-${name}-title"><h3 id="schema-${name}-title">${name}</h3>
${schema.description ? paragraphs(schema.description) : nothing}
${schema.properties ? fieldList(schema, 'out') : html`<p class="access">${valuesOf(schema)}</p>`}</section>`
}

function valuesOf(schema: Schema): Markup {
  if (!schema.enum) return html`${[schema.type ?? 'any JSON value'].flat().join(' or ')}`
  const values = schema.enum.map(String)
  return html`One of ${values.map((value, index) => html`${index > 0 ? ', ' : ''}<code>${value}</code>`)}.`
}
