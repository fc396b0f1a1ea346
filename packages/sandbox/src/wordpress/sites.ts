import { serverOrigin } from '../core/hosts.ts'
import type { Sandbox } from '../core/sandbox.ts'

/** One site of the simulator. */
export type Site = {
  /** The first part of its host name. */
  label: string
  /** Where the sandbox handles its requests. */
  prefix: string
  name: string
  /** Whether the API is below `/wp-json`; else it is `?rest_route=` (wordpress.md §1.1). */
  isPretty: boolean
}

export const sites: readonly Site[] = [
  { label: 'blog', prefix: '/wordpress/blog', name: 'Bergmann Bakery Blog', isPretty: true },
  { label: 'plainblog', prefix: '/wordpress/plainblog', name: 'Plain Blog', isPretty: false },
]

/** The site that handles a routed path, such as `/wordpress/blog/wp-json/wp/v2/posts`. */
export function siteOfPath(path: string): Site | undefined {
  return sites.find(({ prefix }) => path.startsWith(`${prefix}/`))
}

/** The site with this label. An account of a network has one. */
export function siteOf({ server }: { server?: string }): Site {
  return sites.find(({ label }) => label === server) ?? sites[0]!
}

/** `http://blog.localhost:4100` */
export function originOf(sandbox: Sandbox, site: Site): string {
  return serverOrigin(sandbox, site.label)
}

export function rootOf(sandbox: Sandbox, site: Site): string {
  return `${originOf(sandbox, site)}/${site.isPretty ? 'wp-json/' : '?rest_route=/'}`
}
