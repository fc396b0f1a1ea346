import fc, { type Arbitrary } from 'fast-check'
import { type Operation, schemas } from './document.ts'
import { type ValuesByField, valuesOf } from './schema.ts'

/** A request before it is sent. */
export type RequestDraft = {
  method: string
  path: string
  query: [string, string][]
  headers: Record<string, string>
  /** Sent as JSON unless `raw` is set. */
  json?: unknown
  raw?: Uint8Array<ArrayBuffer> | string
}

/** Requests that are valid by the OpenAPI document. */
export function validRequestsOf(
  operation: Operation,
  paths: Arbitrary<Record<string, string>>,
  valuesByField: ValuesByField,
): Arbitrary<RequestDraft> {
  return fc
    .record({
      params: paths,
      query: queriesOf(operation, valuesByField),
      body: bodiesOf(operation, valuesByField),
    })
    .map(({ params, query, body }) => ({
      method: operation.method,
      path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]!)),
      query: Object.entries(query as object).map(([name, value]) => [name, String(value)]),
      ...body,
    }))
}

/** At most three optional parameters at a time: with all of them hardly any request would succeed. */
function queriesOf(
  operation: Operation,
  valuesByField: ValuesByField,
): Arbitrary<Record<string, unknown>> {
  const all = operation.parameters.filter((each) => each.in === 'query')
  const optional = all.filter((each) => !each.required)
  return fc.subarray(optional, { maxLength: Math.min(optional.length, 3) }).chain((chosen) => {
    const some = all.filter((each) => each.required || chosen.includes(each))
    return fc.record(
      Object.fromEntries(some.map((each) => [each.name, parametersOf(each, valuesByField)])),
      { noNullPrototype: true },
    )
  })
}

/** `String` joins the values of an array by commas, as the document declares (`explode: false`). */
function parametersOf(parameter: Operation['parameters'][number], valuesByField: ValuesByField) {
  const generated = valuesOf(parameter.schema, schemas, valuesByField)
  const existing = valuesByField[parameter.name]
  if (!existing) return generated
  return fc.oneof({ weight: 9, arbitrary: existing }, { weight: 1, arbitrary: generated })
}

type Body = Pick<RequestDraft, 'headers' | 'json' | 'raw'>

function bodiesOf(operation: Operation, valuesByField: ValuesByField): Arbitrary<Body> {
  const none: Body = { headers: {} }
  if (!operation.body) return fc.constant(none)
  const bodies: Arbitrary<Body>[] = []
  const { 'application/json': json, 'multipart/form-data': form, ...others } = operation.body
  if (json) {
    bodies.push(
      valuesOf(json.schema, schemas, valuesByField).map((value) => ({ headers: {}, json: value })),
    )
  }
  if (form) bodies.push(fc.constantFrom(...forms()))
  if (Object.keys(others).length > 0) {
    throw new Error(`No bodies of type ${Object.keys(others)}. Add them to test/fuzz/requests.ts.`)
  }
  if (!operation.bodyRequired) bodies.push(fc.constant(none))
  return fc.oneof(...bodies)
}

/** A small image in a form, with and without an alt text. */
function forms(): Body[] {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
  const boundary = 'fuzz'
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.gif"\r\n\r\n`
  const altText = `--${boundary}\r\nContent-Disposition: form-data; name="alt_text"\r\n\r\nDot\r\n`
  const end = `\r\n--${boundary}--\r\n`
  return [file, altText + file].map((head) => ({
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    raw: Uint8Array.from(Buffer.concat([Buffer.from(head), gif, Buffer.from(end)])),
  }))
}
