import { html, raw } from 'hono/html'
import type { PlatformValue } from '../core/networks.ts'
import { platformDefinition } from '../platforms/registry.ts'
import type { Markup } from './markup.ts'

const shapes = {
  arrow: '<path d="m9.5 6 6 6-6 6"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  lock: '<rect x="5" y="10.5" width="14" height="9.5" rx="2.5"/><path d="M8.2 10.5V8a3.8 3.8 0 0 1 7.6 0v2.5"/>',
  clock: '<circle cx="12" cy="12" r="8.6"/><path d="M12 7.4V12l3 2"/>',
  alert: '<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.4M12 16.3v.2"/>',
  link: '<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1.2-1.2"/>',
}

/** An icon in the color of the surrounding text, hidden from screen readers. */
export function mark(name: keyof typeof shapes, size = 24): Markup {
  return drawing(raw(shapes[name]), size)
}

/** The icon of a platform, drawn by us. It is shown next to the name of the platform. */
export function platformMark(platform: PlatformValue, size = 24): Markup {
  return drawing(html`<path d="${platformDefinition(platform).mark}"/>`, size)
}

function drawing(shape: Markup, size: number): Markup {
  return html`<svg width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${shape}</svg>`
}
