import { html } from 'hono/html'
import { type ErrorCode, errorCatalogue } from '../base/error-catalogue.ts'
import { inline, paragraphs } from './docs-frame.ts'
import { type Markup, nothing } from './markup.ts'
import { curlOf, exampleOf } from './reference-example.ts'
import { fieldList, fieldRow, type Schema, typeOf } from './reference-schema.ts'

type Parameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}
type Content = { content?: Record<string, { schema: Schema }> }
type Response = Content & { description: string; 'x-codes'?: string[] }

/** One endpoint as the OpenAPI document writes it (http/openapi.ts). */
export type RawOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Response>
}

export type Operation = RawOperation & {
  method: string
  path: string
  bodySchema: Schema | null
}

type Setting = {
  publicUrl: string
  schemas: Record<string, Schema>
  /** Codes that every endpoint can answer; they are listed once. */
  commonCodes: readonly string[]
}

/** Everything about one endpoint: who may call, what goes in, what comes out, and a command. */
export function operationCard(operation: Operation, setting: Setting): Markup {
  return html`<section class="card" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<h3 id="${operation.operationId}-title">${operation.summary}</h3>
<p class="call"><span class="method ${operation.method}">${operation.method}</span><code>${operation.path}</code></p>
${paragraphs(operation.description)}
${parameterLists(operation)}
${bodyPart(operation)}
${answersPart(operation, setting)}
${errorsPart(operation, setting)}
${curlPart(operation, setting)}
</section>`
}

function parameterLists({ parameters = [] }: Operation): Markup {
  const places = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'Headers'],
  ] as const
  return html`${places.map(([place, heading]) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    if (own.length === 0) return nothing
    return html`<h4>${heading}</h4><dl class="fields">${own.map((one) =>
      fieldRow(one.name, { ...describedBy(one), ...one.schema }, one.required),
    )}</dl>`
  })}`
}

function describedBy({ description }: Parameter): Schema {
  return description ? { description } : {}
}

function bodyPart({ bodySchema, requestBody }: Operation): Markup {
  if (!bodySchema) return nothing
  const optional = requestBody?.required === false ? ' (may be left out)' : ''
  return html`<h4>Body, as JSON${optional}</h4>${fieldList(bodySchema, 'in')}`
}

function answersPart(operation: Operation, setting: Setting): Markup {
  const answers = Object.entries(operation.responses).filter(([status]) => status < '300')
  return html`<h4>Answers</h4><dl class="fields">${answers.map(([status, answer], index) => {
    const schema = schemaOf(answer)
    const last = index > 0 ? schemaOf(answers[index - 1]![1]) : null
    const isShown = schema && JSON.stringify(schema) !== JSON.stringify(last)
    return html`<div><dt><code>${status}</code>${schema ? html`<span class="type">${typeOf(schema)}</span>` : nothing}</dt><dd>${inline(answer.description)}
${isShown ? html`<details><summary>Example</summary><pre><code>${JSON.stringify(exampleOf(schema, setting.schemas, true), null, 2)}</code></pre></details>` : nothing}</dd></div>`
  })}</dl>`
}

function errorsPart(operation: Operation, { commonCodes }: Setting): Markup {
  const own = codesOf(operation).filter((code) => !commonCodes.includes(code))
  return html`<h4>Errors</h4>${own.length > 0 ? codeList(own) : nothing}<p class="access">${own.length > 0 ? 'And those' : 'Those'} that <a href="#common-errors">every endpoint</a> can answer.</p>`
}

export function codesOf(operation: RawOperation): string[] {
  return Object.values(operation.responses).flatMap((answer) => answer['x-codes'] ?? [])
}

/** Error codes with their status, each a link to what it means. */
export function codeList(codes: readonly string[]): Markup {
  return html`<ul class="codes">${codes.map((code) => {
    const status = errorCatalogue[code as ErrorCode]?.status
    return html`<li><a href="/docs/errors#${code}"><small>${status}</small><code>${code}</code></a></li>`
  })}</ul>`
}

function curlPart(operation: Operation, { publicUrl, schemas }: Setting): Markup {
  const { command, variables } = curlOf(operation, publicUrl, schemas)
  const first = variables.map((name) => html` and <code>${name}</code>`)
  return html`<h4>Try it</h4><pre><code>${command}</code></pre>${variables.length > 0 ? html`<p class="access">Set <code>POSTERN_KEY</code>${first} in your shell first.</p>` : nothing}`
}

export function schemaOf(content: Content | undefined): Schema | null {
  return content?.content?.['application/json']?.schema ?? null
}
