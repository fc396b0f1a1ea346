import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@postern/sandbox'
import { loadConfig } from '../../src/core/config.ts'
import type { PlatformValue } from '../../src/core/networks.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import type { Platform } from '../../src/platforms/platform.ts'
import { createPlatforms, type Platforms } from '../../src/platforms/registry.ts'
import type { ServerStorage } from '../../src/platforms/server-storage.ts'
import { type ConnectCase, connectCases } from './connect-cases.ts'

/** Long enough for a busy machine, short enough for tests of timeouts. */
const deadlineMs = 1_000

export type Decision = { decision: 'allow' | 'cancel'; permissions?: string[]; pages?: string[] }
export type PlatformFixture = Awaited<ReturnType<typeof openPlatformFixture>>

/** The platforms on a sandbox with a test clock, and Anna, who has an account on each platform. */
export async function openPlatformFixture(at: Date | (() => Date)) {
  const now = typeof at === 'function' ? at : () => at
  const sandbox = createSandbox({ now })
  const { url } = await sandbox.listen(0)
  const directory = mkdtempSync(join(tmpdir(), 'postern-platforms-'))
  const config = loadConfig({ DATA_DIR: directory, SANDBOX_URL: url })
  const outbound = createOutbound({ allowPrivate: false, trustedOrigins: [url] })
  const platforms: Platforms = createPlatforms({
    config,
    outbound: { request: (request) => outbound.request({ ...request, deadlineMs }) },
    storageOf: noStorage,
    now,
  })
  const control = controlClient(url)
  const platformOf = (value: PlatformValue): Platform => platforms.get(value)!

  /** Decides as Anna on the platform's consent page; returns the URL she is redirected to. */
  const consent = async (platformCase: ConnectCase, decision: Decision): Promise<URL> => {
    const input = {
      redirectUri: redirectUri(platformCase.value),
      state: 'the-state',
      server: null,
      reconnect: null,
      language: 'en',
    }
    const { url: page } = await platformOf(platformCase.value).connect.begin(input)
    const response = (await control('POST', '/authorize', {
      url: page.href,
      person: 'anna',
      account: platformCase.login,
      ...decision,
    })) as { redirect?: string }
    if (!response.redirect) throw new Error(`no redirect: ${JSON.stringify(response)}`)
    return new URL(response.redirect)
  }

  const codeOf = (platformCase: ConnectCase, redirect: URL): string => {
    const callback = platformOf(platformCase.value).connect.readReturn(redirect.searchParams)
    if (!('code' in callback)) throw new Error(`refused: ${callback.refused}`)
    return callback.code
  }

  return {
    platforms,
    control,
    consent,
    codeOf,

    /** The code of a login with every permission except `declined`. */
    allow: async (platformCase: ConnectCase, declined?: string): Promise<string> => {
      const permissions = platformOf(platformCase.value)
        .permissions.map(({ scope }) => scope)
        .filter((scope) => scope !== declined)
      return codeOf(platformCase, await consent(platformCase, { decision: 'allow', permissions }))
    },

    /** Resets the sandbox and registers our redirect URIs. */
    reset: async (): Promise<void> => {
      await control('POST', '/reset')
      for (const { value } of connectCases) {
        await control('PUT', `/apps/${value}`, { redirect_uris: [redirectUri(value)] })
      }
    },

    close: async (): Promise<void> => {
      await outbound.close()
      await sandbox.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** For platforms that store nothing per server. */
export function noStorage(): ServerStorage {
  const fail = () => Promise.reject(new Error('This test has no storage.'))
  return { findApp: fail, saveApp: fail, forgetApp: fail, listKeys: fail, addFirstKey: fail }
}

export function redirectUri(value: PlatformValue): string {
  return `http://localhost:4000/connect/callback/${value}`
}

function controlClient(url: string) {
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
