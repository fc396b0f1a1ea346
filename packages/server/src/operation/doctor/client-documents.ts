import type { Config } from '../../core/config.ts'
import { needsApp } from '../../core/networks.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import { platformDefinitions } from '../../platforms/registry.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const fetchMsMax = 8_000

/** Checks the platforms that fetch documents from PUBLIC_URL instead of registering an app. */
export async function checkClientDocuments(config: Config): Promise<Finding[]> {
  const enabled = platformDefinitions.filter(
    ({ value, clientDocuments }) =>
      clientDocuments && !needsApp(value) && config.serverNetworks[value],
  )
  return await Promise.all(enabled.map((platform) => checkPlatform(config, platform)))
}

async function checkPlatform({ publicUrl }: Config, platform: Platform): Promise<Finding> {
  const { value } = platform
  const reason = platform.findProblem?.(publicUrl)
  if (reason) {
    const off = `Set ${value.toUpperCase()}=off if you do not need it.`
    return warning(value, `is not available: ${reason}`, off)
  }
  if (!publicUrl.startsWith('https:')) {
    return ok(value, 'uses the client for development, whose logins end after two weeks')
  }
  for (const path of Object.keys(platform.clientDocuments ?? {})) {
    const wrong = await findDocumentProblem(`${publicUrl}${path}`)
    if (!wrong) continue
    return problem(
      value,
      `${publicUrl}${path} ${wrong}, so no account can be connected`,
      'Let the reverse proxy forward every path to HOST:PORT, without login or redirect.',
      'Some networks cannot reach their own public address. In that case, open it from outside.',
    )
  }
  return ok(value, `its servers can read who we are at ${publicUrl}`)
}

async function findDocumentProblem(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(fetchMsMax),
      redirect: 'manual',
    })
    const type = response.headers.get('content-type') ?? 'no content type'
    await response.body?.cancel()
    if (response.status !== 200) return `returns status ${response.status}`
    return type.startsWith('application/json') ? null : `returns ${type} instead of JSON`
  } catch (err) {
    return `does not respond (${reasonOf(err)})`
  }
}
