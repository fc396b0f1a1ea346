import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..', '..', 'src')

/** Modules that open connections or ports or start programs. The database (pg, DATABASE_URL) is not listed. */
const openers =
  /^import (?!type)[^'"]*from ['"](?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises|child_process|cluster|inspector|undici|nodemailer|openid-client|ws|@aws-sdk\/[\w-]+|@opentelemetry\/exporter[\w-]*|@hono\/node-server|pg-native)['"]/m
const lazy =
  /import\(\s*['"](?:node:(?:http|https|http2|net|tls|dgram|child_process)|undici|@aws-sdk\/|@opentelemetry\/exporter|nodemailer)/
const globals =
  /(?<![.\w])fetch\((?!after)|new (?:WebSocket|EventSource|XMLHttpRequest)\b|sendBeacon\(/

/** Every file that may use them, and why. Untrusted URLs go through the guarded connector only. */
const allowed: Record<string, string> = {
  'outbound/agent.ts': 'the guarded connector itself',
  'outbound/download.ts': 'through the guarded connector',
  'outbound/lookup.ts': 'DNS, for the guarded connector',
  'outbound/address.ts': 'reads addresses, opens nothing',
  'outbound/outbound.ts': 'the guarded connector itself',
  'outbound/mail.ts': 'SMTP_URL',
  'storage/store-s3.ts': 'the S3 endpoint of the configuration',
  'operation/tracing.ts': 'the collector of the configuration',
  'operation/metrics.ts': 'writes the response of the metrics port',
  'operation/observability.ts': 'listens for metrics',
  'operation/doctor/address.ts': 'PUBLIC_URL and the platforms’ own addresses',
  'operation/doctor/apps.ts': 'the platforms’ own addresses',
  'operation/doctor/client-documents.ts': 'documents at PUBLIC_URL',
  'operation/doctor/mail.ts': 'SMTP_URL',
  'cli/forward.ts': 'the URL on their machine that the user names',
  'cli/listen.ts': 'the instance that the user names',
  'cli/mcp.ts': 'the instance that the user names',
  'cli/screenshots.ts': 'pages of this installation, in an installed browser',
  'start/ports.ts': 'asks this machine which ports are free',
  'start/sandbox.ts': 'starts the sandbox on this machine',
  'mcp/endpoint.ts': 'calls the app in this process, opens nothing',
  'http/caller.ts': 'reads addresses, opens nothing',
  'http/broken-request.ts': 'responds to requests that the HTTP parser refused',
  'http/server.ts': 'listens',
  'database/embedded/cluster.ts': 'starts initdb of the embedded PostgreSQL',
  'database/embedded/engine.ts': 'copies its programs',
  'database/embedded/identity.ts': 'looks up its user and changes the owner of its files',
  'database/embedded/launch.ts': 'starts it',
  'resources/members/provider/provider.ts': 'OIDC_ISSUER, with `outbound` as its fetch',
  'resources/media/inspect/inspector.ts': 'starts the process that reads files',
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|-(?:world|files|receiver)\.ts$/.test(file),
  )
  .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }))

test('only the listed files open connections, ports or programs', () => {
  const found = files.filter(
    ({ text }) => openers.test(text) || lazy.test(text) || globals.test(text),
  )
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(allowed).sort())
})

test('every file that sends outbound requests is listed and tested', () => {
  const call = /\boutbound\.(?:request|guarded|checkHost)\b|(?<![.\w])(?:download|fetchMedia)\(ctx/
  const kinds: Record<string, string> = {
    'outbound/download.ts': 'a file by URL, through `guarded`',
    'resources/media/upload/create.ts': 'a file by URL',
    'resources/media/upload/fetch.ts': 'a file by URL, each redirect checked again',
    'resources/posts/link-preview.ts': 'the page of a link and its picture, as a file by URL',
    'platforms/wire/call.ts': 'a platform: its own origins and URLs it returns',
    'resources/members/provider/provider.ts':
      'the OpenID Connect provider: OIDC_ISSUER and URLs it names',
    'resources/webhooks/delivery/send.ts': 'a delivery, with `guard: always`',
    'resources/webhooks/url.ts': 'the host of a webhook URL, resolved when it is saved',
  }
  const found = files.filter(({ text }) => call.test(text)).map(({ file }) => file)
  expect(found.sort()).toEqual(Object.keys(kinds).sort())
})

test('webhook URLs never use the trusted origins', () => {
  const send = files.find(({ file }) => file === 'resources/webhooks/delivery/send.ts')!
  expect(send.text).toContain(`guard: 'always'`)
})
