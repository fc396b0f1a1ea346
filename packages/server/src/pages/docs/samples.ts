import type { Schema } from './fields.ts'
import type { SampleRequest } from './sample-request.ts'
import { curlSample } from './samples-curl.ts'
import { pythonSample } from './samples-python.ts'
import { typescriptSample } from './samples-typescript.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema: Schema; example?: unknown }>

/** An operation of the OpenAPI document. */
export type DescribedOperation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content; 'x-codes'?: string[] }>
  'x-access': SampleRequest['access']
  'x-codeSamples'?: CodeSample[]
}

/** An entry of `x-codeSamples`, as Redoc, Scalar and other tools read it. */
export type CodeSample = { lang: string; label: string; source: string }

/** Samples that call an operation with the values of its examples. */
export function samplesOf(described: {
  publicUrl: string
  method: string
  path: string
  operation: DescribedOperation
}): CodeSample[] {
  const request = requestOf(described)
  const python = pythonSample(request)
  return [
    { lang: 'shell', label: 'curl', source: curlSample(request) },
    { lang: 'typescript', label: 'TypeScript', source: typescriptSample(request) },
    ...(python === null ? [] : [{ lang: 'python', label: 'Python', source: python }]),
  ]
}

function requestOf({
  publicUrl,
  method,
  path,
  operation,
}: Parameters<typeof samplesOf>[0]): SampleRequest {
  const examples = (location: string) =>
    operation.parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name, schema }) => [name, schema.examples?.[0]] as const)
      .filter(([, example]) => example !== undefined)
  const ids = Object.fromEntries(examples('path')) as Record<string, string>
  const [success] = Object.values(operation.responses)
  const responseType = Object.keys(success!.content)[0] ?? 'application/json'
  // A stream starts now; the example of its cursor is too old.
  const hasQuery = responseType !== 'text/event-stream'
  return {
    operationId: operation.operationId,
    publicUrl,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!)),
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ids[name!]!),
    query: Object.fromEntries(hasQuery ? examples('query') : []) as SampleRequest['query'],
    body: operation.requestBody?.content['application/json']?.example,
    access: operation['x-access'],
    responseType,
  }
}
