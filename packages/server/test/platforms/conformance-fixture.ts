import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@postern/sandbox'
import { loadConfig } from '../../src/core/config.ts'
import type { PlatformValue } from '../../src/core/networks.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import type { Grant, Platform } from '../../src/platforms/contract/platform.ts'
import type { ServerStorage } from '../../src/platforms/contract/server-storage.ts'
import { createPlatforms, type Platforms } from '../../src/platforms/registry.ts'
import { shortIfSilent } from '../silent-faults.ts'
import { type ConnectCase, connectCases } from './connect-cases.ts'
import { memoryStorage } from './memory-storage.ts'

export type Decision = { decision: 'allow' | 'cancel'; permissions?: string[]; pages?: string[] }
export type PlatformFixture = Awaited<ReturnType<typeof openPlatformFixture>>

/** The platforms on a sandbox with a test clock, and Anna, who has an account on each platform. */
export async function openPlatformFixture(at: Date | (() => Date)) {
  const now = typeof at === 'function' ? at : () => at
  const sandbox = createSandbox({ now })
  const { url } = await sandbox.listen(0)
  const directory = mkdtempSync(join(tmpdir(), 'postern-platforms-'))
  const config = loadConfig({ DATA_DIR: directory, SANDBOX_URL: url })
  const outbound = createOutbound({
    allowPrivate: false,
    trustedOrigins: [url],
    trustedServers: config.trustedServers,
  })
  const kept = new Map<PlatformValue, unknown>()
  const issuers = new Map<PlatformValue, string | null>()
  const platforms: Platforms = createPlatforms({
    config,
    outbound: {
      request: (request) =>
        outbound.request({ ...request, deadlineMs: shortIfSilent(sandbox, request) }),
      lookUpTxt: outbound.lookUpTxt,
    },
    storageOf: memoryStorage,
    now,
  })
  const control = controlClient(url)
  const platformOf = (value: PlatformValue): Platform => platforms.get(value)!

  /** Decides as Anna on the platform's consent page; returns the URL she is redirected to. */
  const consent = async (platformCase: ConnectCase, decision: Decision): Promise<URL> => {
    const input = {
      redirectUri: redirectUri(platformCase.value),
      state: 'the-state',
      server: enteredIn(platformCase),
      reconnect: null,
      language: 'en',
    }
    const redirect = await platformOf(platformCase.value).connect.begin(input)
    kept.set(platformCase.value, redirect.kept ?? null)
    const page = redirect.url
    const response = (await control('POST', '/authorize', {
      url: page.href,
      person: 'anna',
      account: platformCase.login,
      ...decision,
    })) as { redirect?: string }
    if (!response.redirect) throw new Error(`no redirect: ${JSON.stringify(response)}`)
    return new URL(response.redirect)
  }

  const enteredIn = ({ server, handle }: ConnectCase): string | null =>
    server ? serverName(server) : (handle ?? null)

  /** What a person enters for a server of the sandbox. */
  const serverName = (label: string): string => `${label}.localhost:${new URL(url).port}`

  const codeOf = (platformCase: ConnectCase, redirect: URL): string => {
    const callback = platformOf(platformCase.value).connect.readReturn(redirect.searchParams)
    if (!('code' in callback)) throw new Error(`refused: ${callback.refused}`)
    issuers.set(platformCase.value, callback.iss ?? null)
    return callback.code
  }

  return {
    platforms,
    control,
    consent,
    codeOf,
    serverName,

    /** Finishes the platform's latest login. */
    finish: (value: PlatformValue, code: string, elsewhere?: string): Promise<Grant> => {
      const { connect } = platformOf(value)
      const login = { code, iss: issuers.get(value) ?? null, kept: kept.get(value) ?? null }
      const own = connect.redirectUriOf?.(login.kept) ?? redirectUri(value)
      return connect.finish({ ...login, redirectUri: elsewhere ?? own })
    },

    /** The code of a login with every permission except `declined`. */
    allow: async (platformCase: ConnectCase, declined?: string): Promise<string> => {
      const permissions = platformOf(platformCase.value)
        .permissions.map(({ scope }) => scope)
        .filter((scope) => scope !== declined)
      const isWhole = platformCase.isAllOrNothing && declined === undefined
      const decision: Decision = { decision: 'allow', ...(isWhole ? {} : { permissions }) }
      return codeOf(platformCase, await consent(platformCase, decision))
    },

    /** Resets the sandbox and registers our redirect URIs. */
    reset: async (): Promise<void> => {
      await control('POST', '/reset')
      for (const { value, server, handle, settings } of connectCases) {
        if (settings) await control('PUT', '/settings', settings)
        if (server || handle) continue
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
  return {
    findApp: fail,
    findAppById: fail,
    saveApp: fail,
    forgetApp: fail,
    listKeys: fail,
    addFirstKey: fail,
    spend: fail,
  }
}

/** The account's id in the sandbox; ours begins with its server where each account has one. */
export function sandboxId({ platformAccountId }: { platformAccountId: string }): string {
  return platformAccountId.split('/').at(-1)!
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
