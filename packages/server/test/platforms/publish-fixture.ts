import type { PlatformValue } from '../../src/core/networks.ts'
import { PlatformError } from '../../src/platforms/contract/errors.ts'
import type { GrantedAccount } from '../../src/platforms/contract/platform.ts'
import type {
  CommitResult,
  FollowResult,
  PostContent,
  Progress,
  PublishAbility,
  PublishedPost,
  PublishInput,
  PublishKey,
} from '../../src/platforms/contract/publish.ts'
import type { Tokens } from '../../src/platforms/contract/tokens.ts'
import { openPlatformFixture, sandboxId } from './conformance-fixture.ts'
import { connectCases } from './connect-cases.ts'
import type { PublishCase } from './publish-case.ts'
import { serveFiles } from './publish-files.ts'

/** More steps than any post needs, so that a platform that never gets ready fails the test. */
const stepsMax = 60

export type PublishFixture = Awaited<ReturnType<typeof openPublishFixture>>
export type SandboxPost = { id: string; created_at: number } & Record<string, unknown>

/** A connected account and a post in progress; `progress` is what the caller stores. */
export type Draft = {
  value: PlatformValue
  ability: PublishAbility
  tokens: Tokens
  key: PublishKey
  account: GrantedAccount
  content: PostContent
  answers: PublishInput['answers']
  progress: Progress
  /** Names of POST calls that write nothing. */
  readOnlyPosts: readonly string[]
}

/** The input of a step; the progress is converted through JSON, as in the database. */
export function inputOf(draft: Draft): PublishInput {
  const { tokens, key, account, content, answers, progress } = draft
  return {
    tokens,
    key,
    account,
    facts: account.facts ?? null,
    answers,
    content,
    progress: JSON.parse(JSON.stringify(progress)) as Progress,
  }
}

/** The platform fixture with Anna as the author, and a caller that runs the publish steps. */
export async function openPublishFixture(now: Date) {
  const fixture = await openPlatformFixture(now)
  const files = await serveFiles()
  const { control } = fixture
  let drafts = 0

  const advance = async (seconds: number): Promise<void> => {
    await control('POST', '/clock', { advance_seconds: seconds })
  }

  const listCalls = async (): Promise<{ name: string; method: string }[]> =>
    ((await control('GET', '/calls')) as { data: { name: string; method: string }[] }).data

  /** Runs one step; throws if it makes more than one writing call. */
  const step = async <T>(draft: Draft, run: () => Promise<T>): Promise<T> => {
    await control('DELETE', '/calls')
    const outcome = await run().then(
      (value) => ({ value }),
      (err: unknown) => ({ err }),
    )
    const changes = (await listCalls()).filter(
      ({ name, method }) => method !== 'GET' && !draft.readOnlyPosts.includes(name),
    )
    if (changes.length > 1) throw new Error(`changes: ${changes.map(({ name }) => name)}`)
    if ('err' in outcome) throw outcome.err
    return outcome.value
  }

  /** Prepares until ready, advancing the sandbox's clock by the requested waits. */
  const prepare = async (
    draft: Draft,
    options: { repeatEach?: boolean; onStep?: (before: Progress) => void } = {},
  ): Promise<void> => {
    for (let count = 0; count < stepsMax; count++) {
      options.onStep?.(draft.progress)
      const once = () => step(draft, () => draft.ability.prepare(inputOf(draft)))
      if (options.repeatEach) await once()
      const prepared = await once()
      draft.progress = prepared.progress
      if (prepared.state === 'ready') return
      if (prepared.seconds > 0) await advance(prepared.seconds)
    }
    throw new Error('The platform never became ready.')
  }

  const commit = (draft: Draft): Promise<CommitResult> =>
    step(draft, () => draft.ability.commit(inputOf(draft)))

  /** Follows a commit until the post is published. */
  const follow = async (draft: Draft, committed: CommitResult): Promise<PublishedPost> => {
    let result: CommitResult | FollowResult = committed
    for (let count = 0; count < stepsMax; count++) {
      if (result.state === 'published') return result
      draft.progress = result.progress
      await advance(result.seconds)
      result = await draft.ability.follow!(inputOf(draft))
    }
    throw new Error('The platform never published.')
  }

  return {
    ...fixture,
    files,
    advance,
    listCalls,
    prepare,
    commit,
    follow,

    /** A new post of Anna's first account on the platform. */
    draft: async (
      { value, readOnlyPosts }: { value: PlatformValue; readOnlyPosts: readonly string[] },
      content: Partial<PostContent>,
    ): Promise<Draft> => {
      const platform = fixture.platforms.get(value)!
      const { accounts } = await fixture.finish(
        value,
        await fixture.allow(connectCases.find((each) => each.value === value)!),
      )
      const account = accounts[0]!
      return {
        value,
        ability: platform.publish!,
        tokens: account.tokens,
        key: { id: `tgt_${++drafts}`, createdAt: now },
        account,
        content: { text: '', media: [], options: {}, ...content },
        answers: null,
        progress: {},
        readOnlyPosts,
      }
    },

    /** The next part of the same target, which answers the last of `published`. */
    draftPart: (
      first: Draft,
      published: readonly PublishedPost[],
      content: Partial<PostContent>,
    ): Draft => ({
      ...first,
      key: { ...first.key, id: `${first.key.id}.${published.length + 1}` },
      content: { text: '', media: [], options: {}, ...content },
      answers: { root: published[0]!, parent: published.at(-1)! },
      progress: {},
    }),

    /** Prepares, commits and follows the post. */
    publish: async (draft: Draft): Promise<PublishedPost> => {
      await prepare(draft)
      return await follow(draft, await commit(draft))
    },

    /** The account's posts in the sandbox, without carousel items. */
    posts: async ({ account }: Draft): Promise<SandboxPost[]> => {
      const path = `/posts?account=${encodeURIComponent(sandboxId(account))}`
      const { data } = (await control('GET', path)) as { data: SandboxPost[] }
      return data.filter((post) => post.parent_id === null)
    },

    /** Makes the next `times` calls with this name fail. */
    fail: ({ value }: Draft, match: string, kind: string, times = 1) =>
      control('POST', '/faults', { platform: value, match, kind, times }),

    /** Refuses the next commit as the platform does, after or without publishing the post. */
    refuseCommit: (
      { value, commitCall, refusal }: PublishCase,
      kind: 'answer' | 'after_accepting_answer',
    ) => control('POST', '/faults', { platform: value, match: commitCall, kind, answer: refusal }),

    /** Applies an action of the person to the first grant. */
    act: async (action: string, body: object = {}): Promise<void> => {
      const { data } = (await control('GET', '/grants')) as { data: { id: string }[] }
      await control('POST', `/grants/${data[0]!.id}/${action}`, body)
    },

    close: async (): Promise<void> => {
      await files.close()
      await fixture.close()
    },
  }
}

/** The `PlatformError` of a step. Throws if it contains a token, a secret or a file URL. */
export async function failureOf(draft: Draft, run: Promise<unknown>): Promise<PlatformError> {
  const err: unknown = await run.then(
    () => new Error('there was no error'),
    (reason: unknown) => reason,
  )
  if (!(err instanceof PlatformError)) throw err
  let text = ''
  for (let cause: unknown = err; cause instanceof Error; cause = cause.cause) {
    text += `${cause.message} ${JSON.stringify(cause)} ${cause.stack} `
  }
  const secret = /sandbox-\w+-secret|THQV\w|IGAA\w|EAA[GB]\w|act\.\w|rft\.\w|\/file-\d/
  if (text.includes(draft.tokens.access) || secret.test(text))
    throw new Error(`The error contains a secret: ${text}`)
  return err
}
