import fc, { type Arbitrary } from 'fast-check'
import { type Operation, schemas } from './document.ts'
import { type ValuesByField, valuesOf } from './schema.ts'

/** A request before it is put on the wire. */
export type Draft = {
  method: string
  path: string
  query: [string, string][]
  headers: Record<string, string>
  /** Sent as JSON, unless `raw` is there. */
  json?: unknown
  raw?: Uint8Array<ArrayBuffer> | string
}

/** Requests that follow the document in everything. */
export function requestsOf(
  operation: Operation,
  paths: Arbitrary<Record<string, string>>,
  known: ValuesByField,
): Arbitrary<Draft> {
  return fc
    .record({
      params: paths,
      query: queriesOf(operation, known),
      body: bodiesOf(operation, known),
    })
    .map(({ params, query, body }) => ({
      method: operation.method,
      path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]!)),
      query: Object.entries(query as object).map(([name, value]) => [name, String(value)]),
      ...body,
    }))
}

/** A few parameters at a time: with all of them hardly any request would be a sensible one. */
function queriesOf(operation: Operation, known: ValuesByField): Arbitrary<Record<string, unknown>> {
  const all = operation.parameters.filter((each) => each.in === 'query')
  const optional = all.filter((each) => !each.required)
  return fc.subarray(optional, { maxLength: Math.min(optional.length, 3) }).chain((chosen) => {
    const some = all.filter((each) => each.required || chosen.includes(each))
    return fc.record(
      Object.fromEntries(some.map((each) => [each.name, parametersOf(each, known)])),
      { noNullPrototype: true },
    )
  })
}

/** `String` joins the values of an array by commas, as the document says (`explode: false`). */
function parametersOf(parameter: Operation['parameters'][number], known: ValuesByField) {
  const made = valuesOf(parameter.schema, schemas, known)
  const given = known[parameter.name]
  if (!given) return made
  return fc.oneof({ weight: 9, arbitrary: given }, { weight: 1, arbitrary: made })
}

type Body = Pick<Draft, 'headers' | 'json' | 'raw'>

function bodiesOf(operation: Operation, known: ValuesByField): Arbitrary<Body> {
  const none: Body = { headers: {} }
  if (!operation.body) return fc.constant(none)
  const bodies: Arbitrary<Body>[] = []
  const { 'application/json': json, 'multipart/form-data': form, ...others } = operation.body
  if (json) {
    bodies.push(
      valuesOf(json.schema, schemas, known).map((value) => ({ headers: {}, json: value })),
    )
  }
  if (form) bodies.push(fc.constantFrom(...forms()))
  if (Object.keys(others).length > 0) {
    throw new Error(`test/fuzz/requests.ts makes no ${Object.keys(others)}`)
  }
  if (!operation.bodyRequired) bodies.push(fc.constant(none))
  return fc.oneof(...bodies)
}

/** A real picture in a form, with and without words about it. */
function forms(): Body[] {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
  const boundary = 'fuzz'
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.gif"\r\n\r\n`
  const words = `--${boundary}\r\nContent-Disposition: form-data; name="alt_text"\r\n\r\nDot\r\n`
  const end = `\r\n--${boundary}--\r\n`
  return [file, words + file].map((head) => ({
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    raw: Uint8Array.from(Buffer.concat([Buffer.from(head), gif, Buffer.from(end)])),
  }))
}
