import { randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../core/config.ts'
import { limits } from '../../core/limits.ts'
import type { ProxyReport } from '../../http/caller.ts'
import { healthProofs } from '../../pages/health.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'
import { checkProxy, probeAddress } from './proxy.ts'

const fetchMsMax = 8_000
const clockMsMax = 3_000
const { clockOffsetMsMax } = limits.health
const { signatureToleranceSeconds } = limits.webhook

/** Checks that PUBLIC_URL leads to this installation. */
export async function checkAddress(config: Config): Promise<Finding[]> {
  return [checkForm(config), ...(await checkReach(config))]
}

function checkForm({ publicUrl, sandboxUrl, platforms }: Config): Finding {
  const check = 'public address'
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || isPrivate(hostname)
  if (protocol === 'https:' && !isLocal) return ok(check, publicUrl)
  const real = Object.values(platforms).some(
    ({ bases }) => !sandboxUrl || !bases.api.startsWith(sandboxUrl),
  )
  const text = isLocal
    ? `${publicUrl} can only be reached from this machine or network`
    : `${publicUrl} is not https`
  const advice =
    'Set PUBLIC_URL to the https URL of the reverse proxy. Platforms accept no other and download media from it.'
  return real ? problem(check, text, advice) : warning(check, text, advice)
}

function isPrivate(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() !== 'unicast'
}

/** Requests a proof from the address that only a process with these encryption keys can give. */
async function checkReach(config: Config): Promise<Finding[]> {
  const { publicUrl, keyring } = config
  const check = 'reaches this service'
  const nonce = randomBytes(24).toString('base64url')
  const address = `${publicUrl}/health`
  let response: Response
  try {
    response = await fetch(`${address}?nonce=${nonce}`, {
      signal: AbortSignal.timeout(fetchMsMax),
      redirect: 'manual',
      headers: { 'x-forwarded-for': probeAddress },
    })
  } catch (err) {
    const text = `${address} does not respond: ${reasonOf(err)}`
    return [
      problem(
        check,
        text,
        'Check that the service is running. Then check DNS, the firewall and the reverse proxy.',
        'Some networks cannot reach their own public address. In that case, check it from outside.',
      ),
    ]
  }
  const body = await response.text()
  const health = parseHealth(body)
  if (!health) {
    const proxied = response.status >= 300 && response.status < 400
    const advice = proxied
      ? `It redirects to ${response.headers.get('location')}. Set PUBLIC_URL to the final URL.`
      : 'Another program responds there. Let the reverse proxy forward every path to HOST:PORT.'
    return [
      problem(check, `${address} returns status ${response.status} and is not Postern`, advice),
    ]
  }
  if (healthProofs(keyring, nonce).includes(health.proof ?? '')) {
    const finding = ok(check, `${address} is this installation, version ${health.version}`)
    return [finding, ...checkProxy(config, health.proxy)]
  }
  const text = `${address} is another installation of Postern (version ${health.version})`
  const advice =
    'Point the reverse proxy at this installation. If both belong together, give them the same ENCRYPTION_KEYS.'
  return [problem(check, text, advice)]
}

type Health = { version: string; proof?: string; proxy?: ProxyReport }

function parseHealth(text: string): Health | null {
  try {
    const body = JSON.parse(text)
    return body?.status === 'ok' && typeof body.version === 'string' ? body : null
  } catch {
    return null
  }
}

/** The https URLs whose Date header can be compared; the sandbox shares this machine's clock. */
export function clockAddresses({ platforms }: Pick<Config, 'platforms'>): string[] {
  const bases = Object.values(platforms).map(({ bases: { token } }) => token)
  return [...new Set(bases)].filter((base) => base.startsWith('https:'))
}

/** This machine's clock offset by the Date header of the first address that responds, else `null`. */
export async function outsideClockOffsetMs(
  addresses: readonly string[],
  waitMsMax: number = clockMsMax,
): Promise<number | null> {
  for (const address of addresses) {
    const before = Date.now()
    const date = await fetch(address, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMsMax),
    }).then(
      (response) => Date.parse(response.headers.get('date') ?? ''),
      () => Number.NaN,
    )
    // The header has whole seconds, so add half of one.
    if (!Number.isNaN(date)) return (before + Date.now()) / 2 - (date + 500)
  }
  return null
}

export function describeClock(databaseMs: number, outsideMs: number | null): Finding {
  const check = 'clock'
  const seconds = (ms: number) => `${(Math.abs(ms) / 1_000).toFixed(1)} s`
  const direction = (ms: number) => (ms > 0 ? 'ahead of' : 'behind')
  if (Math.abs(databaseMs) > clockOffsetMsMax) {
    const text = `this machine is ${seconds(databaseMs)} ${direction(databaseMs)} the database`
    return problem(
      check,
      text,
      'Synchronize both clocks with NTP. Otherwise posts are published early or late.',
    )
  }
  if (outsideMs !== null && Math.abs(outsideMs) > 30_000) {
    const text = `this machine is ${seconds(outsideMs)} ${direction(outsideMs)} internet time`
    const advice = `Webhook receivers reject signatures that are ${signatureToleranceSeconds} s off`
    return problem(check, text, `Synchronize the clock with NTP. ${advice}.`)
  }
  const outside = outsideMs === null ? 'internet time was not checked' : 'and internet time'
  return (outsideMs !== null && Math.abs(outsideMs) > clockOffsetMsMax ? warning : ok)(
    check,
    `agrees with the database (${seconds(databaseMs)}); ${outside}`,
  )
}
