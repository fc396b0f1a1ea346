import type { Context } from 'hono'
import type { Env, Sandbox } from '../core/sandbox.ts'
import type { Server } from './servers.ts'

/** The query and the body of a request: form, multipart or JSON (mastodon.md §0). */
export type Input = {
  isJson: boolean
  text(name: string): string | undefined
  /** `name[]` of a form, or an array of a JSON body. */
  list(name: string): string[]
  file(name: string): File | undefined
}

export type Call = {
  sandbox: Sandbox
  server: Server
  context: Context<Env>
  /** The `:id` of the path. */
  id: string
  input: Input
}

type Values = Map<string, (string | File)[]>

export async function readInput(context: Context<Env>): Promise<Input> {
  const values: Values = new Map()
  const add = (name: string, value: string | File) => {
    const key = name.replace(/\[\]$/, '')
    values.set(key, [...(values.get(key) ?? []), value])
  }
  for (const [name, value] of new URL(context.req.url).searchParams) add(name, value)
  const type = context.req.header('content-type') ?? ''
  const isJson = type.includes('json')
  const hasBody = !['GET', 'HEAD'].includes(context.req.method)
  if (hasBody && isJson) addJson(await context.req.json().catch(() => null), add)
  else if (hasBody && type.includes('form')) {
    for (const [name, value] of await context.req.formData()) add(name, value)
  }
  const textsOf = (name: string) =>
    (values.get(name) ?? []).filter((value) => typeof value === 'string')
  return {
    isJson,
    text: (name) => textsOf(name).at(-1),
    list: textsOf,
    file: (name) => values.get(name)?.find((value) => value instanceof File),
  }
}

function addJson(body: unknown, add: (name: string, value: string) => void): void {
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && typeof item !== 'object') add(name, String(item))
    }
  }
}

/** A boolean of Rails: undefined if absent. */
export function readBoolean(text: string | undefined): boolean | undefined {
  return text === undefined || text === '' ? undefined : !['0', 'false', 'f', 'off'].includes(text)
}
