import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@postern/sandbox'
import { loadConfig } from '../../src/core/config.ts'
import type { PlatformValue } from '../../src/core/networks.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import type { Platform } from '../../src/platforms/platform.ts'
import { createPlatforms, type Platforms } from '../../src/platforms/registry.ts'
import { type Case, cases } from './conformance-cases.ts'

/** Long enough for a busy machine, short enough for a test of silence. */
const deadlineMs = 1_000

export type Decision = { decision: 'allow' | 'cancel'; permissions?: string[]; pages?: string[] }
export type World = Awaited<ReturnType<typeof openWorld>>

/** The platforms of the sandbox, a clock that stands still, and Anna, who has an account everywhere. */
export async function openWorld(at: Date | (() => Date)) {
  const now = typeof at === 'function' ? at : () => at
  const sandbox = createSandbox({ now })
  const { url } = await sandbox.listen(0)
  const directory = mkdtempSync(join(tmpdir(), 'postern-platforms-'))
  const config = loadConfig({ DATA_DIR: directory, SANDBOX_URL: url })
  const door = createOutbound({ allowPrivate: false, trustedOrigins: [url] })
  const platforms: Platforms = createPlatforms({
    config,
    outbound: { request: (request) => door.request({ ...request, deadlineMs }) },
    now,
  })
  const control = controlOf(url)
  const platformOf = (value: PlatformValue): Platform => platforms.get(value)!

  /** Plays Anna on the platform's page: where her browser is sent. */
  const consent = async (given: Case, decision: Decision): Promise<URL> => {
    const input = { redirectUri: redirectUri(given.value), state: 'the-state', challenge: null }
    const page = platformOf(given.value).connect.authorizeUrl(input)
    const answer = (await control('POST', '/authorize', {
      url: page.href,
      person: 'anna',
      account: given.login,
      ...decision,
    })) as { redirect?: string }
    if (!answer.redirect) throw new Error(`no redirect: ${JSON.stringify(answer)}`)
    return new URL(answer.redirect)
  }

  const codeOf = (given: Case, back: URL): string => {
    const read = platformOf(given.value).connect.readReturn(back.searchParams)
    if (!('code' in read)) throw new Error(`refused: ${read.refused}`)
    return read.code
  }

  return {
    platforms,
    control,
    consent,
    codeOf,

    /** The code of a login in which every permission but `unticked` was allowed. */
    allow: async (given: Case, unticked?: string): Promise<string> => {
      const permissions = platformOf(given.value)
        .permissions.map(({ scope }) => scope)
        .filter((scope) => scope !== unticked)
      return codeOf(given, await consent(given, { decision: 'allow', permissions }))
    },

    /** The sandbox as at its start, with our redirect URIs registered. */
    reset: async (): Promise<void> => {
      await control('POST', '/reset')
      for (const { value } of cases) {
        await control('PUT', `/apps/${value}`, { redirect_uris: [redirectUri(value)] })
      }
    },

    close: async (): Promise<void> => {
      await door.close()
      await sandbox.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export function redirectUri(value: PlatformValue): string {
  return `http://localhost:4000/connect/callback/${value}`
}

/** The sandbox's control API. */
function controlOf(url: string) {
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`sandbox ${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : null
  }
}
