import type { PlatformValue } from '../../src/core/networks.ts'
import { PlatformError } from '../../src/platforms/errors.ts'
import type { GrantedAccount } from '../../src/platforms/platform.ts'
import type {
  CommitResult,
  FollowResult,
  PostContent,
  Progress,
  PublishAbility,
  PublishedPost,
  PublishInput,
} from '../../src/platforms/publish.ts'
import type { Tokens } from '../../src/platforms/tokens.ts'
import { cases } from './conformance-cases.ts'
import { openWorld, redirectUri } from './conformance-world.ts'
import { serveFiles } from './publish-conformance-files.ts'

/** More steps than any post needs: a platform that never gets ready fails the test. */
const stepsMax = 60

export type PublishWorld = Awaited<ReturnType<typeof openPublishWorld>>
export type SandboxPost = { id: string; created_at: number } & Record<string, unknown>

/** An account that is connected and a post on its way there; `progress` is what a caller keeps. */
export type Draft = {
  value: PlatformValue
  ability: PublishAbility
  tokens: Tokens
  account: GrantedAccount
  content: PostContent
  progress: Progress
  /** Names of calls that are POSTs and change nothing. */
  readingPosts: readonly string[]
}

/** What a step is given: the progress has gone through JSON, as in the database. */
export function inputOf({ tokens, account, content, progress }: Draft): PublishInput {
  return { tokens, account, content, progress: JSON.parse(JSON.stringify(progress)) as Progress }
}

/** The sandbox and its people, with Anna as the author, and a caller that does the steps. */
export async function openPublishWorld(now: Date) {
  const world = await openWorld(now)
  const files = await serveFiles()
  const { control } = world

  const advance = async (seconds: number): Promise<void> => {
    await control('POST', '/clock', { advance_seconds: seconds })
  }

  const callsMade = async (): Promise<{ name: string; method: string }[]> =>
    ((await control('GET', '/calls')) as { data: { name: string; method: string }[] }).data

  /** Runs one step and refuses a second change of the platform within it. */
  const step = async <T>(draft: Draft, run: () => Promise<T>): Promise<T> => {
    await control('DELETE', '/calls')
    const outcome = await run().then(
      (value) => ({ value }),
      (err: unknown) => ({ err }),
    )
    const changes = (await callsMade()).filter(
      ({ name, method }) => method !== 'GET' && !draft.readingPosts.includes(name),
    )
    if (changes.length > 1) throw new Error(`changes: ${changes.map(({ name }) => name)}`)
    if ('err' in outcome) throw outcome.err
    return outcome.value
  }

  /** Prepares until ready, moving the sandbox's clock by what the platform asks to wait. */
  const prepare = async (draft: Draft, options: { repeatEach?: boolean } = {}): Promise<void> => {
    for (let count = 0; count < stepsMax; count++) {
      const once = () => step(draft, () => draft.ability.prepare(inputOf(draft)))
      if (options.repeatEach) await once()
      const prepared = await once()
      draft.progress = prepared.progress
      if (prepared.state === 'ready') return
      if (prepared.seconds > 0) await advance(prepared.seconds)
    }
    throw new Error('The platform never was ready.')
  }

  const commit = (draft: Draft): Promise<CommitResult> =>
    step(draft, () => draft.ability.commit(inputOf(draft)))

  /** Follows what was handed over until it is published. */
  const follow = async (draft: Draft, committed: CommitResult): Promise<PublishedPost> => {
    let at: CommitResult | FollowResult = committed
    for (let count = 0; count < stepsMax; count++) {
      if (at.state === 'published') return at
      draft.progress = at.progress
      await advance(at.seconds)
      at = await draft.ability.follow!(inputOf(draft))
    }
    throw new Error('The platform never published.')
  }

  return {
    ...world,
    files,
    advance,
    callsMade,
    prepare,
    commit,
    follow,

    /** A post of Anna's first account on the platform, with nothing done for it. */
    draft: async (
      { value, readingPosts }: { value: PlatformValue; readingPosts: readonly string[] },
      content: Partial<PostContent>,
    ): Promise<Draft> => {
      const platform = world.platforms.get(value)!
      const { accounts } = await platform.connect.finish({
        code: await world.allow(cases.find((each) => each.value === value)!),
        redirectUri: redirectUri(value),
        verifier: null,
      })
      const account = accounts[0]!
      return {
        value,
        ability: platform.publish!,
        tokens: account.tokens,
        account,
        content: { text: '', media: [], options: {}, ...content },
        progress: {},
        readingPosts,
      }
    },

    /** All of it, as a caller whom nothing happens to. */
    publish: async (draft: Draft): Promise<PublishedPost> => {
      await prepare(draft)
      return await follow(draft, await commit(draft))
    },

    /** What the sandbox shows of the account: its posts without the parts of carousels. */
    posts: async ({ account }: Draft): Promise<SandboxPost[]> => {
      const path = `/posts?account=${encodeURIComponent(account.platformAccountId)}`
      const { data } = (await control('GET', path)) as { data: SandboxPost[] }
      return data.filter((post) => post.parent_id === null)
    },

    /** The next `times` calls of this name fail in this way. */
    fail: ({ value }: Draft, match: string, kind: string, times = 1) =>
      control('POST', '/faults', { platform: value, match, kind, times }),

    /** What the person does to the only grant there is. */
    act: async (action: string, body: object = {}): Promise<void> => {
      const { data } = (await control('GET', '/grants')) as { data: { id: string }[] }
      await control('POST', `/grants/${data[0]!.id}/${action}`, body)
    },

    close: async (): Promise<void> => {
      await files.close()
      await world.close()
    },
  }
}

/** The error of a step, which tells nobody a token, a secret or an address of a file. */
export async function failureOf(draft: Draft, run: Promise<unknown>): Promise<PlatformError> {
  const err: unknown = await run.then(
    () => new Error('there was no error'),
    (reason: unknown) => reason,
  )
  if (!(err instanceof PlatformError)) throw err
  let told = ''
  for (let at: unknown = err; at instanceof Error; at = at.cause) {
    told += `${at.message} ${JSON.stringify(at)} ${at.stack} `
  }
  const secret = /sandbox-\w+-secret|THQV\w|IGAA\w|EAA[GB]\w|act\.\w|rft\.\w|\/file-\d/
  if (told.includes(draft.tokens.access) || secret.test(told)) throw new Error(`told: ${told}`)
  return err
}
