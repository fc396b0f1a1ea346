import { testClock } from '../../src/core/clock.ts'
import type { PlatformValue } from '../../src/core/networks.ts'
import { PlatformError } from '../../src/platforms/errors.ts'
import type { GrantedAccount, Platform } from '../../src/platforms/platform.ts'
import type { Tokens } from '../../src/platforms/tokens.ts'
import { cases } from './conformance-cases.ts'
import { openWorld, redirectUri } from './conformance-world.ts'

export type InboxWorld = Awaited<ReturnType<typeof openInboxWorld>>
export type Member = {
  value: PlatformValue
  platform: Platform
  tokens: Tokens
  account: Omit<GrantedAccount, 'tokens'>
  acting: { tokens: Tokens; account: Omit<GrantedAccount, 'tokens'> }
}
export type SandboxCall = { name: string; method: string; path: string }
export type SandboxComment = { id: string; hidden: boolean; text: string; author_id: string | null }

/** The sandbox and its people, with one clock for both sides that the test moves. */
export async function openInboxWorld(start: Date) {
  const clock = testClock(start)
  const world = await openWorld(clock.now)
  const { control } = world

  const calls = async (): Promise<SandboxCall[]> =>
    ((await control('GET', '/calls')) as { data: SandboxCall[] }).data

  return {
    ...world,
    clock,
    calls,

    /** The sandbox as at its start, at the time of the start. */
    reset: async (): Promise<void> => {
      clock.set(start)
      await world.reset()
    },

    advance: (hours: number): void => clock.advance(hours * 3_600_000),

    /** Anna's first account on the platform, with every permission but `unticked`. */
    connect: async (value: PlatformValue, unticked?: string): Promise<Member> => {
      const given = cases.find((each) => each.value === value)!
      const platform = world.platforms.get(value)!
      const { accounts } = await platform.connect.finish({
        code: await world.allow(given, unticked),
        redirectUri: redirectUri(value),
        verifier: null,
      })
      const { tokens, ...account } = accounts[0]!
      return { value, platform, tokens, account, acting: { tokens, account } }
    },

    /** What the person does to the only grant there is. */
    act: async (action: string, body: object = {}): Promise<void> => {
      const { data } = (await control('GET', '/grants')) as { data: { id: string }[] }
      await control('POST', `/grants/${data[0]!.id}/${action}`, body)
    },

    /** The next call of this name fails in this way. */
    fail: (value: PlatformValue, match: string, kind: string) =>
      control('POST', '/faults', { platform: value, match, kind }),

    /** Runs it and answers which calls that change something it took. */
    changesOf: async (run: () => Promise<unknown>): Promise<SandboxCall[]> => {
      await control('DELETE', '/calls')
      await run()
      return (await calls()).filter(({ method }) => method !== 'GET')
    },

    post: async (member: Member, body: object = {}): Promise<string> => {
      const account = member.account.platformAccountId
      return ((await control('POST', '/posts', { account, ...body })) as { id: string }).id
    },

    comment: async (post: string, body: object = {}): Promise<string> => {
      const comment = { post, text: 'Lovely!', ...body }
      return ((await control('POST', '/comments', comment)) as { id: string }).id
    },

    /** What the platform really has under a post. */
    commentsOf: async (post: string): Promise<SandboxComment[]> =>
      ((await control('GET', `/posts/${post}/comments`)) as { data: SandboxComment[] }).data,
  }
}

/** The error of a call, which tells nobody a token or a secret. */
export async function failureOf(member: Member, run: Promise<unknown>): Promise<PlatformError> {
  const err: unknown = await run.then(
    () => new Error('there was no error'),
    (reason: unknown) => reason,
  )
  if (!(err instanceof PlatformError)) throw err
  let told = ''
  for (let at: unknown = err; at instanceof Error; at = at.cause) {
    told += `${at.message} ${JSON.stringify(at)} ${at.stack} `
  }
  const { access, refresh } = member.tokens
  const isTold = [access, refresh].some((token) => token && told.includes(token))
  const secret = /sandbox-\w+-secret|THQV\w|IGAA\w|EAA[GB]\w|act\.\w|rft\.\w/
  if (isTold || secret.test(told)) throw new Error(`told: ${told}`)
  return err
}
