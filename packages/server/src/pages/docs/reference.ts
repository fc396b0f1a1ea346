import { html } from 'hono/html'
import type { Page } from '../page.ts'
import { posternIcon } from '../postern-mark.ts'
import { addressOf, referenceScript, swaggerScript, swaggerStyle } from './assets.ts'
import { docsHeader, docsScripts } from './frame.ts'
import { introduction } from './introduction.ts'
import { referenceStyle } from './reference-style.ts'
import { type DescribedOperation, samplesOf } from './samples.ts'

type Operation = DescribedOperation & {
  responses: Record<string, { description: string; 'x-codes'?: string[] }>
  'x-codeSamples'?: unknown
}
type Document = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
}

/** The API reference, rendered by Swagger UI (decision 033). */
export function referencePage(): Page {
  return {
    language: 'en',
    icon: posternIcon,
    title: 'Postern API reference',
    style: referenceStyle,
    body: html`<body>
${docsHeader()}
<section id="main" tabindex="-1" aria-label="API reference"><div id="reference"></div></section>
<noscript><p>This page requires JavaScript. The document is also available at <a href="/v1/openapi.json">/v1/openapi.json</a>.</p></noscript>
<link rel="stylesheet" href="${addressOf(swaggerStyle)}">
<script src="${addressOf(swaggerScript)}"></script>
<script src="${addressOf(referenceScript)}"></script>
${docsScripts()}
</body>`,
  }
}

/**
 * The OpenAPI document for the page: with an introduction, linked error codes, this server, and samples
 * of each operation in `x-codeSamples`. Requests schedule for a time after `now`, so that they work.
 */
export function referenceDocument(
  source: Record<string, unknown>,
  publicUrl: string,
  now: Date,
): Record<string, unknown> {
  const document = structuredClone(source) as Document
  document.info.description = introduction(document.info.description, publicUrl)
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      moveTimes(operation, now)
      operation['x-codeSamples'] = samplesOf({ publicUrl, method, path, operation })
      linkErrorCodes(operation)
    }
  }
  return { ...document, servers: [{ url: '/' }] }
}

const aheadMs = 180 * 86_400_000

/** Sets the times of a request's example that have to be in the future. */
function moveTimes({ requestBody }: Operation, now: Date): void {
  const example = requestBody?.content['application/json']?.example
  if (typeof example !== 'object' || example === null) return
  const day = new Date(now.getTime() + aheadMs).toISOString().slice(0, 10)
  for (const name of ['scheduled_at', 'expires_at']) {
    if (name in example) Object.assign(example, { [name]: `${day}T09:00:00Z` })
  }
}

function linkErrorCodes({ responses }: Operation): void {
  for (const response of Object.values(responses)) {
    for (const code of response['x-codes'] ?? []) {
      const link = `[\`${code}\`](/docs/errors#${code}):`
      response.description = response.description.replace(`\`${code}\`:`, link)
    }
  }
}
