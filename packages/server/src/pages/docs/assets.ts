import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Handler } from 'hono'
import { serveDocument } from '../../http/document.ts'
import type { Vars } from '../../http/vars.ts'

export type Asset = { name: string; serve: Handler<{ Variables: Vars }> }

export const referenceScript = assetOf('reference.js', readOwn('reference.js'))
export const docsScript = assetOf('docs.js', readOwn('docs.js', 'suggestions.js'))
export const errorsScript = assetOf('errors.js', readOwn('errors.js'))
export const eventsScript = assetOf('events.js', readOwn('events.js'))

/** Every file of the documentation pages, by the name in its URL. */
export const assets: ReadonlyMap<string, Asset> = new Map(
  [referenceScript, docsScript, errorsScript, eventsScript].map((asset) => [asset.name, asset]),
)

export const addressOf = (asset: Asset) => `/docs/assets/${asset.name}`

function readOwn(...names: string[]): string {
  const read = (name: string) => readFileSync(join(import.meta.dirname, 'assets', name), 'utf8')
  return names.map(read).join('\n')
}

/** A script with the hash of its content in its name, so that browsers can cache it. */
function assetOf(file: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return {
    name: file.replace('.', `-${hash}.`),
    serve: serveDocument(
      'text/javascript; charset=utf-8',
      () => text,
      'public, max-age=31536000, immutable',
    ),
  }
}
