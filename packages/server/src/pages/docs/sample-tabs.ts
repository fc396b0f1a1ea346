import { html } from 'hono/html'
import { type Markup, nothing } from '../markup.ts'
import type { CodeSample } from './samples.ts'

/** One sample is open at a time, without a script: the browser closes the others of the same group. */
export function sampleTabs(samples: readonly CodeSample[], group: string): Markup {
  return html`<div class="tabs">${samples.map(
    ({ lang, label, source }, index) =>
      html`<details name="${group}" data-language="${lang}"${index === 0 ? html` open` : nothing}><summary>${label}</summary><pre tabindex="0"><code>${source}</code></pre></details>`,
  )}</div>`
}
