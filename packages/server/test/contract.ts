import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApi } from '../src/app.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: string[]
  examples?: (string | string[])[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}
type Operation = {
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { 'x-codes'?: string[]; content: Record<string, { schema: Schema }> }>
  'x-access': string
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<
    string,
    {
      post: {
        parameters: { name: string; required: boolean }[]
        requestBody: { content: { 'application/json': { schema: Schema } } }
      }
    }
  >
  components: { schemas: Record<string, Schema> }
  'x-errors': Record<string, { status: number; type: string }>
  'x-limits': Record<string, Record<string, unknown>>
}

/** The OpenAPI document generated from the routes. */
export const document = JSON.parse(JSON.stringify(describeApi())) as Document

export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)
export const operationOf = (name: string) =>
  operations.find((operation) => operation.name === name)!.operation

/** Resolves a `$ref`. */
export function resolveRef(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? document.components.schemas[name]! : schema
}

export const fieldsOf = (schema: Schema) => resolveRef(schema).properties ?? {}

/** `docs/contract.md`. */
export const contract = readFileSync(join(import.meta.dirname, '../../../docs/contract.md'), 'utf8')

/** The rows of the table in a section of the contract: cells without backticks and commas. */
export function readRows(heading: string): string[][] {
  const section = contract.split('\n## ').find((text) => text.startsWith(heading)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll(/[`,]/g, '').trim()),
  )
}

/** Splits a list of names at whitespace, which keeps the tables in tests readable. */
export const namesIn = (text: string) => text.trim().split(/\s+/)
