import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { requirePermissions, scopeList, splitPermissions } from '../contract/permissions.ts'
import type {
  ConnectAbility,
  GrantedAccount,
  PlatformSetup,
  RefusedAccount,
} from '../contract/platform.ts'
import { platformUrl } from '../wire/call.ts'
import { readReturn } from '../wire/return.ts'
import { callOAuth, type LinkedinClient, linkedinClient } from './client.ts'
import { isRevoked } from './errors.ts'
import { listPages, type Member, type Page, readMe, readPage, readUserinfo } from './identity.ts'
import { isShareApp, permissionsOf } from './permissions.ts'
import { issuedTokens, tokenResponse } from './tokens.ts'

/** A new token may be refused as revoked for some seconds (linkedin.md §1.2). */
const newTokenSeconds = [1, 3, 6, 10]
/** Names of pages that are read at once. */
const readsAtOnce = 10

/**
 * LinkedIn login: one consent to all permissions, and one token for the person and the pages, among
 * which the client chooses (linkedin.md §1, §3).
 */
export function linkedinConnect(
  setup: PlatformSetup,
  pause: (ms: number) => Promise<unknown> = wait,
): ConnectAbility {
  const { app, now } = setup
  const permissions = permissionsOf(app)
  return {
    /** linkedin.md §1.1: cancelled at the login, or at the consent. */
    readReturn: (query) =>
      query.get('error')?.startsWith('user_cancelled_')
        ? { refused: 'access_denied' }
        : readReturn(query),

    begin: async ({ redirectUri, state }) => ({
      url: platformUrl(app.bases.authorize, '/oauth/v2/authorization', {
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        scope: permissions.map(({ scope }) => scope).join(' '),
      }),
    }),

    finish: async ({ code, redirectUri }) => {
      const issuedAt = now()
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const token = await callOAuth(setup, 'accessToken', form, tokenResponse)
      const split = splitPermissions(permissions, scopeList(token.scope))
      requirePermissions(permissions, split.granted)
      const tokens = issuedTokens(token, issuedAt)
      const client = linkedinClient(setup, tokens.access)
      const isShare = isShareApp(app)
      const member = await readWithNewToken(() => (isShare ? readUserinfo : readMe)(client), pause)
      const common = { platformUserIds: [member.urn], ...split, tokens }
      const person = { ...common, ...shownPerson(member, app.bases.authorize) }
      if (isShare) return { accounts: [person], refused: [], choose: false }
      const { pages, isTruncated } = await readPages(client)
      const accounts = pages
        .filter(({ canPublish }) => canPublish)
        .map(({ page }) => ({ ...common, ...shownPage(page, app.bases.authorize) }))
      const refused = pages
        .filter(({ canPublish }) => !canPublish)
        .map(
          ({ page }): RefusedAccount => ({
            platformAccountId: page.urn,
            displayName: page.name,
            reason: 'permission_missing',
          }),
        )
      return {
        accounts: [...accounts, person],
        refused,
        choose: true,
        ...(isTruncated ? { isTruncated } : {}),
      }
    },

    /** Ends the whole grant of the person. Undocumented, but used widely (linkedin.md §1.3). */
    revoke: async ({ access }) => {
      await callOAuth(setup, 'revoke', { token: access }, z.unknown())
    },
  }
}

async function readWithNewToken<T>(
  read: () => Promise<T>,
  pause: (ms: number) => Promise<unknown>,
): Promise<T> {
  for (const seconds of newTokenSeconds) {
    try {
      return await read()
    } catch (err) {
      if (!isRevoked(err)) throw err
      await pause(seconds * 1_000)
    }
  }
  return await read()
}

async function readPages(
  client: LinkedinClient,
): Promise<{ pages: { page: Page; canPublish: boolean }[]; isTruncated: boolean }> {
  const listed = await listPages(client)
  const entries = [...listed.pages]
  const pages: { page: Page; canPublish: boolean }[] = []
  for (let at = 0; at < entries.length; at += readsAtOnce) {
    const some = entries.slice(at, at + readsAtOnce)
    const read = some.map(async ([urn, canPublish]) => ({
      page: await readPage(client, urn),
      canPublish,
    }))
    pages.push(...(await Promise.all(read)))
  }
  return { pages, isTruncated: listed.isTruncated }
}

type Shown = Pick<
  GrantedAccount,
  'platformAccountId' | 'username' | 'displayName' | 'avatarUrl' | 'profileUrl' | 'accountType'
>

function shownPerson({ urn, name, vanityName, avatarUrl }: Member, web: string): Shown {
  return {
    platformAccountId: urn,
    username: vanityName ?? name,
    displayName: name,
    avatarUrl,
    profileUrl: vanityName ? `${web}/in/${encodeURIComponent(vanityName)}` : null,
    accountType: 'person',
  }
}

function shownPage({ urn, name, vanityName, avatarUrl }: Page, web: string): Shown {
  const handle = vanityName ?? urn.split(':').at(-1)!
  return {
    platformAccountId: urn,
    username: handle,
    displayName: name,
    avatarUrl,
    profileUrl: `${web}/company/${encodeURIComponent(handle)}`,
    accountType: 'page',
  }
}
