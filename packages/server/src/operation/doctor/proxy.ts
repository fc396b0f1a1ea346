import type { Config } from '../../core/config.ts'
import type { ProxyReport } from '../../http/caller.ts'
import { type Finding, ok, problem } from './finding.ts'

/** The X-Forwarded-For that the doctor sends: a documentation address, which no client has (RFC 5737). */
export const probeAddress = '192.0.2.123'

const examples = 'docs/self-hosting.md has examples for nginx and Caddy.'

/** Checks that the proxy sends the true client address, which limits by address need. */
export function checkProxy(config: Config, report: ProxyReport | undefined): Finding[] {
  const check = 'proxy'
  const { protocol, port } = new URL(config.publicUrl)
  if (protocol === 'http:' && Number(port || 80) === config.port) {
    return [ok(check, 'no proxy: PUBLIC_URL is the address on which the service listens')]
  }
  if (!report) return []
  if (!report.is_trusted) {
    return [
      problem(
        check,
        'the reverse proxy is not in TRUSTED_PROXIES, so all clients share its IP address and its limits',
        'Add the address from which the proxy connects to TRUSTED_PROXIES.',
      ),
    ]
  }
  if (report.forwarded_for === null) {
    return [
      problem(
        check,
        'the reverse proxy sends no X-Forwarded-For, so all clients share its IP address and its limits',
        `Configure it to send the IP address of the client. ${examples}`,
      ),
    ]
  }
  if (report.forwarded_for === probeAddress) {
    return [
      problem(
        check,
        'the reverse proxy passes on the X-Forwarded-For of its clients, so they can choose the IP address that limits apply to',
        `Configure it to set or append the IP address of the client. ${examples}`,
      ),
    ]
  }
  return [ok(check, 'the reverse proxy sends the IP address of the client')]
}
