import { type Field, fieldOf, fieldsOf, type Schemas } from './fields.ts'
import type { DescribedOperation, Parameter } from './samples.ts'

/** The parameters of the URL, the fields of each kind of body, and last the headers, which are optional. */
export function requestParts(
  { parameters, requestBody }: DescribedOperation,
  schemas: Schemas,
): { title: string; fields: Field[] }[] {
  const parametersIn = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description = '', required }) =>
        fieldOf(name, { ...schema, description }, schemas, true, required),
      )
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({
    title: type === 'application/json' ? 'Body' : `Body as ${type}`,
    fields: fieldsOf(schema, schemas, true),
  }))
  const parts = [
    { title: 'Path', fields: parametersIn('path') },
    { title: 'Query', fields: parametersIn('query') },
    ...bodies,
    { title: 'Headers', fields: parametersIn('header') },
  ]
  return parts.filter(({ fields }) => fields.length > 0)
}

/** The content type and fields of a success. If there are several, they have the same. */
export function responsePart(
  { responses }: DescribedOperation,
  schemas: Schemas,
): { type: string; fields: Field[] } {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))!
  const [type, { schema }] = Object.entries(success[1].content)[0]!
  return { type, fields: fieldsOf(schema, schemas, false) }
}
