import type { Context as Call } from 'hono'

type Bindings = { incoming?: { rawHeaders?: readonly string[] } }

/**
 * A header of the request, several of one name joined by commas, as `call.req.header` says it. Read from
 * what the connection brought: for the Headers object a third of a small request's time would go.
 */
export function headerOf(call: Call, name: string): string | undefined {
  const raw = (call.env as Bindings | undefined)?.incoming?.rawHeaders
  if (!raw) return call.req.header(name)
  let found: string | undefined
  for (let place = 0; place < raw.length; place += 2) {
    const each = raw[place]!
    if (each.length !== name.length || each.toLowerCase() !== name) continue
    found = found === undefined ? raw[place + 1]! : `${found}, ${raw[place + 1]}`
  }
  return found
}
