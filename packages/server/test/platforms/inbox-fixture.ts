import { testClock } from '../../src/core/clock.ts'
import type { PlatformValue } from '../../src/core/networks.ts'
import { PlatformError } from '../../src/platforms/contract/errors.ts'
import type { GrantedAccount, Platform } from '../../src/platforms/contract/platform.ts'
import type { Tokens } from '../../src/platforms/contract/tokens.ts'
import { openPlatformFixture, sandboxId } from './conformance-fixture.ts'
import { connectCases } from './connect-cases.ts'

export type InboxFixture = Awaited<ReturnType<typeof openInboxFixture>>
export type ConnectedAccount = {
  value: PlatformValue
  platform: Platform
  tokens: Tokens
  account: Omit<GrantedAccount, 'tokens'>
  credentials: { tokens: Tokens; account: Omit<GrantedAccount, 'tokens'> }
}
export type SandboxCall = { name: string; method: string; path: string }
export type SandboxComment = { id: string; hidden: boolean; text: string; author_id: string | null }

/** The platform fixture with a clock shared with the sandbox, which tests advance. */
export async function openInboxFixture(start: Date) {
  const clock = testClock(start)
  const fixture = await openPlatformFixture(clock.now)
  const { control } = fixture

  const calls = async (): Promise<SandboxCall[]> =>
    ((await control('GET', '/calls')) as { data: SandboxCall[] }).data

  return {
    ...fixture,
    clock,
    calls,

    /** Resets the sandbox and the clock. */
    reset: async (): Promise<void> => {
      clock.set(start)
      await fixture.reset()
    },

    advance: (hours: number): void => clock.advance(hours * 3_600_000),

    /** Connects Anna's first account with every permission except `declined`. */
    connect: async (value: PlatformValue, declined?: string): Promise<ConnectedAccount> => {
      const platformCase = connectCases.find((each) => each.value === value)!
      const platform = fixture.platforms.get(value)!
      const { accounts } = await fixture.finish(value, await fixture.allow(platformCase, declined))
      const { tokens, ...account } = accounts[0]!
      return { value, platform, tokens, account, credentials: { tokens, account } }
    },

    /** Applies an action of the person to the first grant. */
    act: async (action: string, body: object = {}): Promise<void> => {
      const { data } = (await control('GET', '/grants')) as { data: { id: string }[] }
      await control('POST', `/grants/${data[0]!.id}/${action}`, body)
    },

    /** Makes the next call with this name fail. */
    fail: (value: PlatformValue, match: string, kind: string) =>
      control('POST', '/faults', { platform: value, match, kind }),

    /** The writing calls that `run` makes. */
    writesOf: async (run: () => Promise<unknown>): Promise<SandboxCall[]> => {
      await control('DELETE', '/calls')
      await run()
      return (await calls()).filter(({ method }) => method !== 'GET')
    },

    post: async (connected: ConnectedAccount, body: object = {}): Promise<string> => {
      const account = sandboxId(connected.account)
      return ((await control('POST', '/posts', { account, ...body })) as { id: string }).id
    },

    comment: async (post: string, body: object = {}): Promise<string> => {
      const comment = { post, text: 'Lovely!', ...body }
      return ((await control('POST', '/comments', comment)) as { id: string }).id
    },

    /** The post's comments in the sandbox. */
    commentsOf: async (post: string): Promise<SandboxComment[]> =>
      ((await control('GET', `/posts/${post}/comments`)) as { data: SandboxComment[] }).data,
  }
}

/** The `PlatformError` of a call. Throws if it contains a token or a secret. */
export async function failureOf(
  connected: ConnectedAccount,
  run: Promise<unknown>,
): Promise<PlatformError> {
  const err: unknown = await run.then(
    () => new Error('there was no error'),
    (reason: unknown) => reason,
  )
  if (!(err instanceof PlatformError)) throw err
  let text = ''
  for (let cause: unknown = err; cause instanceof Error; cause = cause.cause) {
    text += `${cause.message} ${JSON.stringify(cause)} ${cause.stack} `
  }
  const { access, refresh } = connected.tokens
  const isLeaked = [access, refresh].some((token) => token && text.includes(token))
  const secret = /sandbox-\w+-secret|THQV\w|IGAA\w|EAA[GB]\w|act\.\w|rft\.\w/
  if (isLeaked || secret.test(text)) throw new Error(`The error contains a secret: ${text}`)
  return err
}
