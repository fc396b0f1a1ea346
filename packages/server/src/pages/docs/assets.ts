import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Handler } from 'hono'
import { packedFolder } from '../../core/packed.ts'
import { serveDocument } from '../../http/document.ts'
import type { Vars } from '../../http/vars.ts'

export type Asset = { name: string; serve: Handler<{ Variables: Vars }> }

export const swaggerStyle = assetOf('swagger-ui.css', readSwagger('swagger-ui.css'))
export const swaggerScript = assetOf('swagger-ui.js', readSwagger('swagger-ui-bundle.js'))
export const referenceScript = assetOf(
  'reference.js',
  readOwn(
    'reference-fields.js',
    'reference-inputs.js',
    'reference-examples.js',
    'reference-requests.js',
    'reference-authorize.js',
    'reference-links.js',
    'reference.js',
  ),
)
export const docsScript = assetOf('docs.js', readOwn('docs.js', 'suggestions.js'))
export const errorsScript = assetOf('errors.js', readOwn('errors.js'))
export const eventsScript = assetOf('events.js', readOwn('events.js'))

/** Every file of the documentation pages, by the name in its URL. */
export const assets: ReadonlyMap<string, Asset> = new Map(
  [swaggerStyle, swaggerScript, referenceScript, docsScript, errorsScript, eventsScript].map(
    (asset) => [asset.name, asset],
  ),
)

export const addressOf = (asset: Asset) => `/docs/assets/${asset.name}`

function readSwagger(name: string): string {
  const folder = packedFolder('swagger-ui', 'node_modules/swagger-ui-dist')
  return readFileSync(join(folder, name), 'utf8')
}

function readOwn(...names: string[]): string {
  const read = (name: string) => readFileSync(join(import.meta.dirname, 'assets', name), 'utf8')
  return names.map(read).join('\n')
}

/** A file with the hash of its content in its name, so that browsers can cache it. */
function assetOf(file: string, text: string): Asset {
  const [title, extension] = file.split(/\.(?=\w+$)/)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const type = extension === 'css' ? 'text/css' : 'text/javascript'
  return {
    name: `${title}-${hash}.${extension}`,
    serve: serveDocument(
      `${type}; charset=utf-8`,
      () => text,
      'public, max-age=31536000, immutable',
    ),
  }
}
