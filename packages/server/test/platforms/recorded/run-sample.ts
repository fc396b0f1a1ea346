import { createHmac } from 'node:crypto'
import {
  type AppPlatformValue,
  networkSettings,
  type PlatformValue,
} from '../../../src/core/networks.ts'
import { PlatformError } from '../../../src/platforms/contract/errors.ts'
import type { Platform } from '../../../src/platforms/contract/platform.ts'
import type { Platforms } from '../../../src/platforms/registry.ts'
import { buildAccount } from '../../build.ts'
import { buildMedia, imageFile } from '../../media-files.ts'
import { advanceUntilIdle, buildPost, readPost } from '../../publishing.ts'
import type { TestApp } from '../../test-app.ts'
import { redirectUri } from '../conformance-fixture.ts'
import { sampleImage, sampleInput } from '../publish-samples.ts'
import { type Expected, matches, type Sample, type serveAnswers } from './answers.ts'

/** More steps than any post needs, so that a platform that never gets ready fails the test. */
const stepsMax = 60

type Value = Record<string, unknown>
type Server = Awaited<ReturnType<typeof serveAnswers>>
type Setup = { platforms: Platforms; server: Server; openApp: () => Promise<TestApp> }

/** What comes out of the call of a sample, as its `expected` describes it. */
export async function runSample(setup: Setup, sample: Sample): Promise<Expected> {
  const { server } = setup
  server.use(sample)
  const outcome = await perform(setup, sample).then(
    (result) => ({ result: JSON.parse(JSON.stringify(result ?? null)) }),
    (err: unknown) => {
      if (!(err instanceof PlatformError)) throw err
      return { error: { kind: err.kind, reason: err.reason, message: err.platformMessage } }
    },
  )
  const wanted = [sample.expected].flat().find(({ request }) => request)?.request
  const request = wanted && server.requests().findLast(({ on }) => matches(wanted.on, on))
  return (request ? { ...outcome, request } : outcome) as Expected
}

async function perform(setup: Setup, sample: Sample): Promise<unknown> {
  const { call } = sample
  const value = sample.network as PlatformValue
  const platform = setup.platforms.get(value)!
  if (call.ability === 'post') return await publishPost(await setup.openApp(), platform, sample)
  if (call.ability === 'request') return await requestFile(await setup.openApp(), sample)
  if (call.ability === 'connect.finish') {
    const login = { code: 'the-code', iss: null, redirectUri: redirectUri(value), kept: null }
    return await platform.connect.finish(login)
  }
  if (call.ability === 'inbound.readEvents') {
    return platform.inbound!.readEvents(signedWebhook(value as AppPlatformValue, call))
  }
  const input = inputOf(setup.server, sample)
  if (call.ability === 'tokens.probe') return await platform.tokens!.probe(input.tokens)
  if (call.ability === 'publish.run') return await prepareAndCommit(platform, input)
  const [group, name] = call.ability.split('.') as [keyof Platform, string]
  const ability = platform[group] as unknown as Record<string, (input: Value) => Promise<unknown>>
  return await ability[name]!(input)
}

/** The input of an ability: what the sample leaves out has its usual value. */
function inputOf({ port }: Server, { network, call }: Sample) {
  const { content = {}, ...more } = (call.input ?? {}) as Value & { content?: { media?: object[] } }
  const media = (content.media ?? []).map((file) => sampleImage(file))
  const input = sampleInput({ ...content, media })
  const bound = { server: `http://${network}.localhost:${port}` }
  const { committedAt } = more
  return {
    ...input,
    cursor: null,
    ...more,
    tokens: { ...input.tokens, bound },
    ...(committedAt ? { committedAt: new Date(String(committedAt)) } : {}),
  }
}

/** Prepares until ready, then commits. */
async function prepareAndCommit({ publish }: Platform, input: ReturnType<typeof inputOf>) {
  let { progress } = input
  for (let step = 0; step < stepsMax; step += 1) {
    const prepared = await publish!.prepare({ ...input, progress })
    progress = prepared.progress
    if (prepared.state === 'ready') return await publish!.commit({ ...input, progress })
  }
  throw new Error('The platform never became ready.')
}

/** Publishes a post of a connected account through the API; the result is its target. */
async function publishPost(testApp: TestApp, { value, permissions }: Platform, sample: Sample) {
  const { content, ...target } = sample.call.input as {
    content: { text: string; media?: object[] }
  }
  const granted = permissions.map(({ scope }) => scope)
  const { id, profile_id } = await buildAccount(testApp, {
    platform: value,
    granted: { granted, username: 'anna.bakes' },
  })
  const bytes = await imageFile('jpeg', { width: 600, height: 600 })
  const media = content.media ? [await buildMedia(testApp, { bytes, profile: profile_id })] : []
  const post = await buildPost(testApp, {
    text: content.text,
    media: media.map((file) => ({ id: file.id })),
    targets: [{ account_id: id, ...target }],
  })
  await advanceUntilIdle(testApp, 600_000)
  return (await readPost(testApp, post.id)).targets[0]
}

/** A request of the network for a file of a post. */
async function requestFile(testApp: TestApp, { call }: Sample) {
  const { url } = await buildMedia(testApp)
  const headers = call.headers as Record<string, string>
  const response = await testApp.app.request(new URL(url).pathname, { headers })
  await response.arrayBuffer()
  return { status: response.status, headers: Object.fromEntries(response.headers) }
}

/** A webhook with the network's signature of the raw body. */
function signedWebhook(value: AppPlatformValue, { body }: Value) {
  const raw = Buffer.from(JSON.stringify(body))
  const secret = networkSettings[value].sandbox.clientSecret
  const signature = createHmac('sha256', secret).update(raw).digest('hex')
  const headers = { 'x-hub-signature-256': `sha256=${signature}` }
  return { headers, query: new URLSearchParams(), body: raw }
}
