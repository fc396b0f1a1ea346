import type { Context } from 'hono'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { WordpressError } from './errors.ts'
import type { Site } from './sites.ts'

export type Call = {
  sandbox: Sandbox
  site: Site
  context: Context<Env>
  /** The numbers in the route. */
  id: string
  /** Query and JSON body. */
  params: Readonly<Record<string, unknown>>
}

/** Query and JSON body in one; the body comes first. Throws 400 for JSON that is none. */
export async function readParams(context: Context<Env>): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(new URL(context.req.url).searchParams)
  if (!context.req.header('content-type')?.includes('json')) return query
  const text = await context.req.text()
  if (text === '') return query
  try {
    return { ...query, ...(JSON.parse(text) as object) }
  } catch {
    throw new WordpressError(400, 'rest_invalid_json', 'Invalid JSON body passed.')
  }
}

export function textParam({ params }: Pick<Call, 'params'>, name: string): string | undefined {
  const value = params[name]
  return value === undefined || value === null ? undefined : String(value)
}

/** Numbers of a list, or of a text with commas. */
export function numbersParam({ params }: Pick<Call, 'params'>, name: string): number[] | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  const items = Array.isArray(value) ? value : String(value).split(',')
  return items.map(Number).filter((item) => Number.isInteger(item) && item >= 0)
}

export function isEdit(call: Pick<Call, 'params'>): boolean {
  return textParam(call, 'context') === 'edit'
}

/** A page of a list with the headers of its total (wordpress.md §2). */
export function pageOf(
  call: Call,
  items: readonly object[],
  options: { refusesBeyond?: string } = {},
): Response {
  const perPage = Number(textParam(call, 'per_page') ?? 10)
  const page = Number(textParam(call, 'page') ?? 1)
  if (!(perPage >= 1 && perPage <= 100) || !(page >= 1)) {
    throw new WordpressError(400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
  }
  const pages = Math.ceil(items.length / perPage)
  if (options.refusesBeyond && page > pages && page > 1) {
    throw new WordpressError(400, options.refusesBeyond, 'The page number requested is too large.')
  }
  const start = (page - 1) * perPage
  const headers = { 'x-wp-total': `${items.length}`, 'x-wp-totalpages': `${pages}` }
  const shown = items.slice(start, start + perPage).map((item) => onlyFields(call, item))
  return Response.json(shown, { headers })
}

/** The fields that `_fields` asks for. */
export function onlyFields(call: Pick<Call, 'params'>, item: object): object {
  const fields = textParam(call, '_fields')?.split(',')
  if (!fields) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)))
}

/** A local and a GMT time: sites of the sandbox are two hours east (wordpress.md §2). */
export function times(name: string, at: number): Record<string, string> {
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 19)
  return { [name]: text(at + 7_200_000), [`${name}_gmt`]: text(at) }
}
