import { createHash } from 'node:crypto'
import type { Account } from '../core/records.ts'

/** A profile picture as SVG: the initials on a color derived from the id. */
export function pictureSvg(account: Readonly<Account> | undefined): string {
  const name = account?.name ?? '?'
  const hue =
    createHash('sha256')
      .update(account?.id ?? '')
      .digest()[0]! * 1.4
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0] ?? '')
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '?')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200"><rect width="200" height="200" fill="hsl(${hue} 60% 32%)"/><text x="100" y="124" text-anchor="middle" font-family="sans-serif" font-size="76" fill="#fff">${initials}</text></svg>`
}
