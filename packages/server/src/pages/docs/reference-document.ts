import { introduction } from './introduction.ts'
import { type CodeSample, type DescribedOperation, samplesOf } from './samples.ts'

type Operation = DescribedOperation & {
  tags: string[]
  responses: Record<string, { description: string; 'x-codes'?: string[] }>
  'x-codeSamples'?: CodeSample[]
}

/** The OpenAPI document as the reference shows it. */
export type ReferenceDocument = {
  openapi: string
  info: { description: string }
  security: unknown
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

/**
 * The OpenAPI document for the pages: with an introduction, linked error codes, this server, and samples
 * of each operation in `x-codeSamples`. Requests schedule for a time after `now`, so that they work.
 */
export function referenceDocument(
  source: Record<string, unknown>,
  publicUrl: string,
  now: Date,
): ReferenceDocument {
  const document = structuredClone(source) as ReferenceDocument
  document.info.description = introduction(document.info.description, publicUrl)
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      moveTimes(operation, now)
      operation['x-codeSamples'] = samplesOf({ publicUrl, method, path, operation })
      linkErrorCodes(operation)
    }
  }
  return { ...(withShortNullables(document) as ReferenceDocument), servers: [{ url: '/' }] }
}

/**
 * Writes `anyOf: [{ type: 'string' }, { type: 'null' }]` as `type: ['string', 'null']`, which means the same
 * and which Swagger UI shows on one line.
 */
function withShortNullables(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withShortNullables)
  if (typeof part !== 'object' || part === null) return part
  const short = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, withShortNullables(value)]),
  )
  const { anyOf, ...rest } = short
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null') return short
  const { type, enum: values, ...value } = anyOf[0]
  if (typeof type !== 'string') return short
  return { ...value, ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) }
}

/**
 * The document of one area: the operations with a tag and the schemas that they reach, because Swagger UI
 * needs seconds to resolve the whole document. Headers and the body of errors are left out: the same everywhere.
 */
export function areaDocument(document: ReferenceDocument, tag: string): ReferenceDocument {
  const { openapi, info, servers } = document
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .map(([path, methods]) => [path, operationsOf(methods, tag)] as const)
      .filter(([, methods]) => Object.keys(methods).length > 0),
  )
  const tags = document.tags.filter(({ name }) => name === tag)
  const { security, components } = withKeyOnly(document, paths)
  const schemas = withoutRules(reachedSchemas(paths, components.schemas)) as Record<string, unknown>
  return { openapi, info, security, servers, tags, paths, components: { ...components, schemas } }
}

/**
 * Without the session, which *Authorize* would ask for first though the browser sends it by itself. Areas whose
 * operations need a session keep it.
 */
function withKeyOnly(
  { security, components }: ReferenceDocument,
  paths: ReferenceDocument['paths'],
): Pick<ReferenceDocument, 'security' | 'components'> {
  if (JSON.stringify(paths).includes('"security":[{"session"')) return { security, components }
  const { apiKey } = components.securitySchemes
  return {
    security: [{ apiKey: [] }],
    components: { ...components, securitySchemes: { apiKey } },
  }
}

function operationsOf(methods: Record<string, Operation>, tag: string): Record<string, Operation> {
  return Object.fromEntries(
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === tag)
      .map(([method, operation]) => [method, withShortResponses(operation)]),
  )
}

function withShortResponses(operation: Operation): Operation {
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, { description, content = {}, ...rest }]) => [
      status,
      rest['x-codes']
        ? { description }
        : { description, content: withoutRules(content) as Record<string, unknown> },
    ]),
  )
  return { ...operation, responses }
}

const rules = ['required', 'pattern', 'minimum', 'maximum']

/**
 * Response schemas without the rules that only matter to validators. Named schemas are those of responses, and
 * of requests only lists of values. Rules are lists, texts and numbers; a field with such a name is an object.
 */
function withoutRules(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutRules)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name, value]) => !rules.includes(name) || isSchema(value))
      .map(([name, value]) => [name, name.startsWith('example') ? value : withoutRules(value)]),
  )
}

const isSchema = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const reference = /"\$ref":"#\/components\/schemas\/([^"]+)"/g

/** The schemas that a part of the document refers to, directly or by other schemas. */
function reachedSchemas(
  part: unknown,
  schemas: Record<string, unknown>,
  reached: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const [, name] of JSON.stringify(part).matchAll(reference)) {
    if (name! in reached) continue
    reached[name!] = schemas[name!]
    reachedSchemas(schemas[name!], schemas, reached)
  }
  return reached
}

const aheadMs = 180 * 86_400_000

/** Sets the times of a request's example that have to be in the future, also in the response. */
function moveTimes(operation: Operation, now: Date): void {
  const example = operation.requestBody?.content['application/json']?.example
  if (typeof example !== 'object' || example === null) return
  const day = new Date(now.getTime() + aheadMs).toISOString().slice(0, 10)
  for (const [name, value] of Object.entries(example)) {
    if (!['scheduled_at', 'expires_at'].includes(name)) continue
    Object.assign(example, { [name]: `${day}T09:00:00Z` })
    const moved = JSON.stringify(operation.responses).replaceAll(
      new Date(value).toISOString(),
      `${day}T09:00:00.000Z`,
    )
    operation.responses = JSON.parse(moved)
  }
}

function linkErrorCodes({ responses }: Operation): void {
  for (const response of Object.values(responses)) {
    for (const code of response['x-codes'] ?? []) {
      const link = `[\`${code}\`](/docs/errors#${code}):`
      response.description = response.description.replace(`\`${code}\`:`, link)
    }
  }
}
