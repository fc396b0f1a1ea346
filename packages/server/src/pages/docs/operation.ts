import { html } from 'hono/html'
import { type Markup, nothing } from '../markup.ts'
import type { AreaOperation } from './areas.ts'
import { fieldList, outermost } from './field-list.ts'
import type { Schemas } from './fields.ts'
import { inline } from './frame.ts'
import { renderMarkdown } from './markdown.ts'
import { requestParts, responsePart } from './operation-fields.ts'
import { sampleTabs } from './sample-tabs.ts'
import { tryItOut } from './try-it-out.ts'

/** How many levels of nested fields are open: those of the items of a request, and of a list of results. */
const openLevels = { request: 1, response: 0, list: 1 }

/** An operation: what it does, its samples (beside the rest on wide screens), its fields and its errors. */
export function operationSection(
  operation: AreaOperation,
  schemas: Schemas,
  publicUrl: string,
): Markup {
  const { operationId, anchor, method, path, summary, description } = operation
  return html`<section class="operation" id="${anchor}" aria-labelledby="${operationId}">
<div class="about"><h2 id="${operationId}">${summary}</h2>
<p class="call"><span class="method">${method}</span><code>${path}</code></p>
${renderMarkdown(description, () => null).content}</div>
<div class="beside" role="group" aria-label="Samples of ${summary}">
${sampleTabs(operation['x-codeSamples']!, operationId)}
${tryItOut(operation, publicUrl)}
${responseExample(operation)}</div>
<div>
${requestFields(operation, schemas)}
${responseFields(operation, schemas)}
${errors(operation)}</div>
</section>
`
}

function requestFields(operation: AreaOperation, schemas: Schemas): Markup {
  const parts = requestParts(operation, schemas)
  const isAnchor = outermost(parts.flatMap(({ fields }) => fields))
  const anchor = `${operation.anchor}/request`
  return html`${parts.map(
    ({ title, fields }) => html`<h3>${title}</h3>
${fieldList(fields, { openLevels: openLevels.request, anchor, isAnchor })}
`,
  )}`
}

function responseFields(operation: AreaOperation, schemas: Schemas): Markup {
  const { fields, type } = responsePart(operation, schemas)
  const isList = fields.some(({ name }) => name === 'has_more')
  const levels = isList ? openLevels.list : openLevels.response
  const anchor = `${operation.anchor}/response`
  const successes = Object.entries(operation.responses).filter(([status]) => status < '3')
  return html`${successes.map(
    ([status, { description }]) => html`<h3>Response ${status}</h3>
<p>${inline(description)}${type === 'application/json' ? nothing : html` <span class="access">${type}</span>`}</p>
`,
  )}${fields.length > 0 ? fieldList(fields, { openLevels: levels, anchor }) : nothing}`
}

/** The example of the last success: the created object, not one that existed before. */
function responseExample({ responses }: AreaOperation): Markup {
  for (const [status, { content }] of Object.entries(responses).reverse()) {
    const { example } = Object.values(content)[0]!
    if (!status.startsWith('2') || example === undefined) continue
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
    return html`<h3>Example response ${status}</h3>
<pre tabindex="0"><code>${text}</code></pre>`
  }
  return nothing
}

function errors({ responses }: AreaOperation): Markup {
  const failures = Object.entries(responses).filter(([, each]) => each['x-codes'])
  const count = failures.flatMap(([, each]) => each['x-codes']!).length
  return html`<details class="all"><summary>${count} error codes</summary>
<dl class="fields">${failures.map(
    ([status, { description }]) =>
      html`<div><dt><span class="status">${status}</span></dt>${description.split('\n\n').map(errorLine)}</div>
`,
  )}</dl></details>`
}

/** `` `code`: Message. `` with a link to what to do. */
function errorLine(line: string): Markup {
  const [, code, message = ''] = /^`(\w+)`: (.*)$/s.exec(line)!
  return html`<dd><a href="/docs/errors#${code}"><code>${code}</code></a> ${inline(message)}</dd>`
}
