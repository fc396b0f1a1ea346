import { type Call, onlyFields } from './call.ts'
import { settingsOf } from './settings.ts'
import { originOf, rootOf } from './sites.ts'

/** `GET <root>` (wordpress.md §1.1). PHP encodes an empty map as a list. */
export function readRoot(call: Call) {
  const { sandbox, site } = call
  const origin = originOf(sandbox, site)
  const authorization = `${origin}/wp-admin/authorize-application.php`
  const isOn = settingsOf(sandbox).wordpress_application_passwords
  return onlyFields(call, {
    name: site.name,
    description: 'A simulated site for testing',
    url: origin,
    home: origin,
    gmt_offset: '2',
    timezone_string: '',
    namespaces: ['oembed/1.0', 'wp/v2', 'wp-site-health/v1'],
    authentication: isOn ? { 'application-passwords': { endpoints: { authorization } } } : [],
    routes: {},
  })
}

/** The header by which each page names the root of the API. */
export function linkHeader({
  sandbox,
  site,
}: Pick<Call, 'sandbox' | 'site'>): Record<string, string> {
  if (!settingsOf(sandbox).wordpress_link_header) return {}
  return { link: `<${rootOf(sandbox, site)}>; rel="https://api.w.org/"` }
}
