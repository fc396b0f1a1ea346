import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleIds, exampleUuids, secondExampleIds } from '../src/schemas/examples.ts'
import { buildAccount } from './build.ts'
import { operationIds, reasonToSkip, run } from './clients/tool.ts'
import { type DashboardBrowser, password, signInOwner } from './dashboard.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { seedProfile } from './seed.ts'
import { openTestApp, type TestApp } from './test-app.ts'

type Operation = {
  operationId: string
  'x-access': string
  'x-codeSamples': { label: string; source: string }[]
}
type SampledOperation = Operation & { method: string }

const root = join(import.meta.dirname, '../../..')
const email = 'olga@example.com'

let testApp: TestApp
let receiver: Receiver
let owner: DashboardBrowser
let operations: SampledOperation[]

beforeAll(async () => {
  testApp = await openTestApp({ listening: true, poolMax: 5 })
  receiver = await openReceiver()
  owner = await signInOwner(testApp, { email })
  const { body } = await testApp.call('GET', '/docs/openapi.json')
  operations = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap(
    (methods) => Object.entries(methods).map(([method, operation]) => ({ ...operation, method })),
  )
})
afterAll(async () => {
  await receiver?.close()
  await testApp?.close()
})

function sampleOf(operation: Operation, label: string): string {
  return operation['x-codeSamples'].find((sample) => sample.label === label)!.source
}

test('every operation has a sample in curl and TypeScript, and in Python if a key can call it', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...operationIds].sort())
  for (const operation of operations) {
    const labels = operation['x-codeSamples'].map(({ label }) => label)
    const isForKeys = /^(key|owner)$/.test(operation['x-access'])
    const python = isForKeys && operation.operationId !== 'streamEvents' ? ['Python'] : []
    expect(labels, operation.operationId).toEqual(['curl', 'TypeScript', ...python])
  }
})

test('every TypeScript sample compiles strictly with the types of the SDK', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postern-samples-'))
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const settings = { extends: join(root, 'tsconfig.json'), include: ['*.ts'], exclude: [] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    for (const operation of operations) {
      const file = join(folder, `${operation.operationId}.ts`)
      await writeFile(file, sampleOf(operation, 'TypeScript'))
    }
    const files = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--listFiles'])
    const compiled = operations.filter(({ operationId }) =>
      files.includes(join(folder, `${operationId}.ts`)),
    )
    expect(compiled).toHaveLength(operations.length)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 120_000)

/** Requests that the seeded data refuses, with the code that each gets. All others succeed. */
const refused: Readonly<Record<string, string>> = {
  createApiKey: 'profile_not_found',
  getApiRequest: 'api_request_not_found',
  createMedia: 'media_unreachable',
  reorderQueue: 'post_not_queued',
  moveAccount: 'account_has_scheduled_posts',
  retryPost: 'post_not_editable',
  retryTarget: 'post_not_editable',
  resolveTarget: 'post_not_editable',
  deletePublication: 'target_not_published',
  syncInsights: 'sync_too_soon',
  disconnectAccount: 'account_has_scheduled_posts',
  deleteMedia: 'media_in_use',
  updateMember: 'last_owner',
  deleteMember: 'last_owner',
  setUpSecondFactor: 'validation_failed',
  enableSecondFactor: 'second_factor_not_enabled',
  disableSecondFactor: 'second_factor_not_enabled',
  createRecoveryCodes: 'second_factor_not_enabled',
  resetSecondFactor: 'second_factor_not_enabled',
  signIn: 'sign_in_failed',
  readSignInLink: 'sign_in_link_invalid',
  redeemSignInLink: 'sign_in_link_invalid',
  confirmEmail: 'sign_in_link_invalid',
}

test('every curl sample reaches its operation', async (t) => {
  const reason = await reasonToSkip('curl', ['--version'])
  if (reason) t.skip(reason)
  const ids = await seedExamples()
  for (const operation of operations.toSorted((left, right) => rankOf(left) - rankOf(right))) {
    const { operationId } = operation
    if (operation['x-access'] === 'member') {
      await owner.call('POST', '/v1/session', { email, password })
    }
    const { status, text } = await runCurl(replaceIds(sampleOf(operation, 'curl'), ids))
    const code = refused[operationId]
    if (code) expect(JSON.parse(text).error, operationId).toMatchObject({ code })
    else expect(Math.floor(status / 100), `${operationId}: ${text}`).toBe(2)
  }
}, 120_000)

const lastOperations = ['deleteProfile', 'endSessions']

/** Reading comes first and deleting last, what contains other resources after them. */
function rankOf({ method, operationId }: SampledOperation): number {
  const methods = ['get', 'post', 'patch', 'delete']
  return methods.indexOf(method) * 10 + lastOperations.indexOf(operationId)
}

/** The seeded resource for each ID of the examples. */
async function seedExamples(): Promise<Record<string, string>> {
  const seeded = await seedProfile(testApp, 'threads', receiver.url)
  const secondAccount = await buildAccount(testApp, { profile_id: seeded.profile.id })
  const key = await testApp.call('POST', '/v1/api-keys', { name: 'Website' })
  const member = await owner.call('GET', '/v1/members')
  const sessions = await owner.call('GET', '/v1/sessions')
  const origin = await testApp.call('POST', '/v1/connect/redirect-origins', {
    origin: 'https://other.example.com',
  })
  const notes = `/v1/comments/${seeded.comment.id}/notes`
  const note = await owner.call('POST', notes, { text: 'Ask the café' })
  return {
    [exampleIds.profile]: seeded.profile.id,
    'profiles/cafe-aurora': `profiles/${seeded.profile.id}`,
    'profile_id=cafe-aurora': `profile_id=${seeded.profile.id}`,
    [exampleIds.account]: seeded.account.id,
    [secondExampleIds.account]: secondAccount.id,
    [exampleIds.post]: seeded.post.id,
    [exampleIds.target]: seeded.post.targets[0].id,
    [exampleIds.media]: seeded.media.id,
    [exampleIds.comment]: seeded.comment.id,
    [exampleIds.note]: note.body.id,
    [exampleIds.savedText]: seeded.savedText.id,
    [exampleIds.import]: seeded.importId,
    [exampleIds.link]: seeded.link.id,
    [exampleIds.invitation]: seeded.invitation.id,
    [exampleIds.approval]: seeded.approval.id,
    [exampleIds.report]: seeded.report.id,
    [exampleIds.webhook]: seeded.webhook.id,
    [exampleUuids.delivery]: seeded.delivery.id,
    [exampleIds.sync]: seeded.sync.id,
    [exampleIds.key]: key.body.id,
    [exampleIds.member]: member.body.data[0].id,
    [exampleIds.session]: sessions.body.data[0].id,
    [exampleIds.origin]: origin.body.id,
  }
}

function replaceIds(source: string, ids: Record<string, string>): string {
  return Object.entries(ids).reduce((text, [from, to]) => text.replaceAll(from, to), source)
}

/** Runs a sample as it is, with a `curl` that also prints the status and ends a stream after a second. */
async function runCurl(source: string): Promise<{ status: number; text: string }> {
  const isStream = source.startsWith('curl -N')
  const script = [
    `curl() { command curl -s --max-time ${isStream ? 1 : 20} -w '\\n%{http_code}' "$@" || ${isStream}; }`,
    source,
  ]
  const env = {
    POSTERN_KEY: testApp.ownerKey,
    POSTERN_SESSION: owner.cookie()!.split('=')[1]!,
  }
  const output = await run('sh', ['-c', script.join('\n')], { env })
  const lines = output.trimEnd().split('\n')
  const status = Number(lines.pop())
  return { status, text: lines.join('\n') }
}
