import type { Context } from '../src/context.ts'
import type { PlatformValue } from '../src/core/networks.ts'
import { release } from '../src/jobs/due.ts'
import { createWorkLoop } from '../src/jobs/loop.ts'
import { PlatformError } from '../src/platforms/contract/errors.ts'
import type { Platform } from '../src/platforms/contract/platform.ts'
import type { Tokens } from '../src/platforms/contract/tokens.ts'
import { accessWork } from '../src/resources/accounts/access.ts'
import { claimCheck } from '../src/resources/accounts/schedule.ts'
import { readTokens, sealTokens } from '../src/resources/accounts/tokens.ts'
import type { Account } from '../src/schemas/account.ts'
import { advanceUntilIdle, buildPost, readPost } from './publishing.ts'
import type { TestApp } from './test-app.ts'

const minuteMs = 60_000
const server = 'https://pds.example'
const accessMs = 60 * minuteMs
const refreshEveryMs = 7 * 24 * 60 * minuteMs

/** A session at the network: only its latest access and refresh token are valid. */
type Session = {
  threads: Tokens
  access: string
  refreshTokens: string[]
  expiresAt: number
  isOver: boolean
}

export type RotatingTokens = {
  /** Refreshes that the network performed, and refresh tokens that were sent a second time. */
  refreshes: number
  replays: number
  probes: number
  /** Calls that the network refused. */
  refused: string[]
  /** Runs after the network has rotated the tokens, before it responds. */
  afterRefresh: () => Promise<void>
  /** Runs before a call of this name, e.g. `publish.commit`. */
  beforeCall: (name: string) => Promise<void>
  /** Refreshes as another process does: the account's row has the new tokens. */
  refreshElsewhere(accountId: string): Promise<void>
  /** Ends the sessions, as the person does. */
  endSessions(): void
}

/**
 * Replaces Threads by a network that rotates tokens as Bluesky does (bluesky.md §1.7): the access lasts
 * an hour and ends when it is refreshed, a refresh token that is sent twice ends the session, and the
 * tokens are bound to a server. Its other calls go to Threads in the sandbox.
 */
export function useRotatingTokens(testApp: TestApp): RotatingTokens {
  const { ctx, clock } = testApp
  const threads = ctx.platforms.get('threads')!
  const sessions: Session[] = []
  const state: RotatingTokens = {
    refreshes: 0,
    replays: 0,
    probes: 0,
    refused: [],
    afterRefresh: async () => {},
    beforeCall: async () => {},
    refreshElsewhere: async (accountId) => {
      // Without the lease, a call that is refused meanwhile would refresh with the old tokens too.
      const claim = await claimCheck(ctx.db.query, accountId, 'access', 60)
      if (!claim) throw new Error('The access is being checked already.')
      const tokens = (await readTokens(ctx, accountId))!
      const fresh = { ...tokens, ...(await rotate(tokens)) }
      await ctx.db.pool.query('update account set tokens_sealed = $1 where id = $2', [
        sealTokens(ctx, accountId, fresh),
        accountId,
      ])
      await release(ctx.db.query, claim, new Date(clock.now().getTime() + refreshEveryMs))
    },
    endSessions: () => {
      for (const session of sessions) session.isOver = true
    },
  }
  const issue = (session: Session): Tokens => {
    const now = clock.now()
    const number = sessions.reduce((sum, { refreshTokens }) => sum + refreshTokens.length, 1)
    const refresh = `refresh-${number}`
    session.access = `access-${number}`
    session.expiresAt = now.getTime() + accessMs
    session.refreshTokens.push(refresh)
    return {
      access: session.access,
      refresh,
      accessExpiresAt: new Date(session.expiresAt).toISOString(),
      refreshExpiresAt: null,
      issuedAt: now.toISOString(),
    }
  }
  const refuse = (name: string): PlatformError => {
    state.refused.push(name)
    return new PlatformError('access_expired', { reason: 'token_revoked' })
  }
  const threadsTokens = (name: string, tokens: Tokens): Tokens => {
    const session = sessions.find(({ access }) => access === tokens.access)
    const isValid = session && !session.isOver && session.expiresAt > clock.now().getTime()
    // The server must always send what the tokens are bound to.
    if (!isValid || tokens.bound?.server !== server) throw refuse(name)
    return session.threads
  }
  const rotate = async (tokens: Tokens): Promise<Tokens> => {
    const session = sessions.find(({ refreshTokens }) => refreshTokens.includes(tokens.refresh!))!
    if (tokens.refresh !== session.refreshTokens.at(-1)) {
      state.replays += 1
      session.isOver = true
    }
    if (session.isOver) throw refuse('refresh')
    state.refreshes += 1
    const fresh = issue(session)
    await state.afterRefresh()
    return fresh
  }
  /** All functions of an ability, with the tokens that the sandbox knows. */
  const wrap = <Ability extends object>(name: string, ability: Ability): Ability =>
    Object.fromEntries(
      Object.entries(ability).map(([key, member]) => {
        const isCall = typeof member === 'function' && !['check', 'buildPermalink'].includes(key)
        if (!isCall) return [key, member]
        const call = async (input: { tokens: Tokens }) => {
          await state.beforeCall(`${name}.${key}`)
          return await member({ ...input, tokens: threadsTokens(`${name}.${key}`, input.tokens) })
        }
        return [key, call]
      }),
    ) as Ability
  const platform: Platform = {
    ...threads,
    connect: {
      ...threads.connect,
      finish: async (input) => {
        const grant = await threads.connect.finish(input)
        const accounts = grant.accounts.map((account) => {
          const session: Session = {
            threads: account.tokens,
            access: '',
            refreshTokens: [],
            expiresAt: 0,
            isOver: false,
          }
          sessions.push(session)
          return { ...account, tokens: { ...issue(session), bound: { server } } }
        })
        return { ...grant, accounts }
      },
    },
    publish: wrap('publish', threads.publish!),
    comments: wrap('comments', threads.comments!),
    insights: wrap('insights', threads.insights!),
    tokens: {
      refreshDueAt: ({ issuedAt }) => new Date(Date.parse(issuedAt) + refreshEveryMs),
      refresh: rotate,
      probe: async (tokens) => {
        state.probes += 1
        threadsTokens('probe', tokens)
      },
    },
  }
  const platforms = ctx.platforms as Map<PlatformValue, Platform>
  platforms.set('threads', platform)
  return state
}

/** Runs only the checks of the access that are due, as on an account without other work. */
export async function runAccessChecks(ctx: Context): Promise<void> {
  await createWorkLoop(ctx, [accessWork]).runUntilIdle()
}

export async function countEvents({ ctx }: TestApp, type: string): Promise<number> {
  const { rows } = await ctx.db.pool.query('select 1 from event where type = $1', [type])
  return rows.length
}

/** Publishes a post now and returns its target with the attempts that it took. */
export async function publishCounted(testApp: TestApp, account: Account) {
  const { id } = await buildPost(testApp, { targets: [{ account_id: account.id }] })
  await advanceUntilIdle(testApp)
  const { rows } = await testApp.ctx.db.pool.query(
    'select attempts from post_target where post_id = $1',
    [id],
  )
  const post = await readPost(testApp, id)
  return { target: post.targets[0]!, attempts: rows[0].attempts as number }
}
