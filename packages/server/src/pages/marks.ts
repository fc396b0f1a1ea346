import { html, raw } from 'hono/html'
import type { PlatformValue } from '../base/config.ts'
import type { Markup } from './markup.ts'

/** Simple marks of our own drawing; each stands beside the platform's written name. */
const shapes: Record<PlatformValue, string> = {
  threads:
    '<circle cx="12" cy="12" r="9.2"/><path d="M15.2 12a3.2 3.2 0 1 1-3.2-3.2A3.2 3.2 0 0 1 15.2 12v1.2a1.9 1.9 0 0 0 3.8 0"/>',
  instagram:
    '<rect x="3" y="3" width="18" height="18" rx="5.2"/><circle cx="12" cy="12" r="4.2"/><path d="M17 6.9v.2"/>',
  facebook:
    '<rect x="3" y="3" width="18" height="18" rx="5.2"/><path d="M12.6 21v-8.7c0-2.3 1.2-3.6 3.4-3.6h1M9.6 13.4h6.2"/>',
  tiktok: '<path d="M13.2 3.2v11.9a3.9 3.9 0 1 1-3.9-3.9M13.2 3.2c.4 3 2.3 4.9 5.3 5.1"/>',
}

const otherShapes = {
  arrow: '<path d="m9.5 6 6 6-6 6"/>',
  lock: '<rect x="5" y="10.5" width="14" height="9.5" rx="2.5"/><path d="M8.2 10.5V8a3.8 3.8 0 0 1 7.6 0v2.5"/>',
  clock: '<circle cx="12" cy="12" r="8.6"/><path d="M12 7.4V12l3 2"/>',
  alert: '<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.4M12 16.3v.2"/>',
  link: '<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1.2-1.2"/>',
}

export type MarkName = PlatformValue | keyof typeof otherShapes

/** A line drawing in the color of the text around it, hidden from screen readers. */
export function mark(name: MarkName, size = 24): Markup {
  const shape =
    name in shapes ? shapes[name as PlatformValue] : otherShapes[name as keyof typeof otherShapes]
  return html`<svg width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${raw(shape)}</svg>`
}
