import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackage, folder, requirements, run } from '../../../sdk-python/scripts/package.ts'
import { openBrowser } from '../client.ts'
import { advanceMinutes } from '../inbox.ts'
import { imageFile } from '../media-files.ts'
import { advanceUntilIdle } from '../publishing.ts'
import { openReceiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { documentFile, installOnce } from './tool.ts'

type SampledOperation = {
  operationId: string
  'x-codeSamples': { label: string; source: string }[]
}

const vectors = join(folder, '..', 'sdk', 'test', 'webhook-vectors.json')
const examples = join(folder, 'examples')

let built: Awaited<ReturnType<typeof buildPackage>>
/** An empty project with its own virtual environment, in which the wheel is installed. */
let project: string
let testApp: TestApp

beforeAll(async () => {
  built = await buildPackage()
  project = await mkdtemp(join(tmpdir(), 'postern-python-'))
  await run('python3', ['-m', 'venv', 'env'], project)
  const install = ['-m', 'pip', 'install', '--quiet', '--constraint', requirements]
  await python([...install, built.wheel, 'pytest'])
  testApp = await openTestApp({ listening: true, poolMax: 10, now: new Date() })
}, 600_000)

afterAll(async () => {
  await testApp?.close()
  if (project) await rm(project, { recursive: true, force: true })
})

const program = () => join(project, 'env', 'bin', 'python')

async function python(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  return await run(program(), args, project, env)
}

/** Runs an example of the readme and returns its output. */
async function runExample(name: string, env: Record<string, string> = {}): Promise<string> {
  return (await python([join(examples, `${name}.py`)], { ...serverEnv(), ...env })).trimEnd()
}

const serverEnv = () => ({
  POSTERN_URL: testApp.ctx.config.publicUrl,
  POSTERN_KEY: testApp.ownerKey,
})

test('the generator reads every operation without a warning', () => {
  expect(built.output.trim()).toMatch(/^Generating \S+$/)
})

test('the wheel and the source distribution contain the generated code, the types and the license', async () => {
  const names = async (...args: string[]) => (await python(args)).trim().split('\n')
  const wheel = await names('-m', 'zipfile', '--list', built.wheel)
  const sdist = await names('-m', 'tarfile', '--list', built.sdist)
  for (const files of [wheel, sdist]) {
    for (const name of ['py.typed', '_generated/client.py', '_generated/models/post.py']) {
      expect(files.filter((file) => file.includes(`postern/${name}`))).toHaveLength(1)
    }
    expect(files.filter((file) => file.includes('LICENSE'))).toHaveLength(1)
    expect(files.filter((file) => /tests|examples|templates|tools/.test(file))).toEqual([])
  }
})

test('the sources are formatted, and pass lint and mypy in strict mode', async () => {
  const tool = (name: string, ...args: string[]) => run(join(built.bin, name), args, folder)
  expect(await tool('ruff', 'format', '--check', '.')).toMatch(/^\d+ files already formatted\n$/)
  expect(await tool('ruff', 'check', '--no-respect-gitignore', '.')).toBe('All checks passed!\n')
  expect(await tool('mypy', 'src', 'tests', 'examples')).toMatch(/^Success/)
}, 300_000)

/** Each line with `wrong` must be refused. */
const userProgram = `
from typing_extensions import assert_type

from postern import Page, Postern, WebhookEvent
from postern.models import Comment, CreatePostBodyTargetsItem, Post

client = Postern("http://localhost:4000", "pst_owner_x")
targets: list[CreatePostBodyTargetsItem] = [{"account_id": "acc_1", "text": "Hi"}]
client.create_post(targets=targets, mode="now", metadata={"a": [1]})
assert_type(client.list_comments(hidden=False), Page[Comment])
post: Post = client.get_post("post_1")


def describe(event: WebhookEvent) -> str | None:
    return event.data.permalink if event.type == "post.published" else None


client.list_accounts(status=["lost"])  # wrong
client.create_profile()  # wrong
client.create_post(targets=[{"account": "acc_1"}])  # wrong
post.titel  # wrong
`
const wrongLines = userProgram
  .split('\n')
  .flatMap((line, index) => (line.endsWith('# wrong') ? [index + 1] : []))

test.each(['3.10', '3.13'])(
  'mypy and pyright check a program with the installed package for Python %s',
  async (version) => {
    const tools = await installOnce('pyright-1.1.414', async (cache) => {
      await cp(join(folder, 'tools'), cache, { recursive: true })
      await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], cache)
    })
    await writeFile(join(project, 'program.py'), userProgram)
    const errorLines = async (checker: string, ...args: string[]) => {
      const output = await run(checker, [...args, 'program.py'], project).catch(String)
      const lines = [...output.matchAll(/program\.py:(\d+):.* error/g)].map(([, line]) =>
        Number(line),
      )
      return [...new Set(lines)]
    }
    const target = ['--python-version', version, '--python-executable', program()]
    expect(await errorLines(join(built.bin, 'mypy'), '--strict', ...target)).toEqual(wrongLines)
    const pyright = [join(tools, 'node_modules/pyright/index.js'), '--pythonversion', version]
    expect(await errorLines(process.execPath, ...pyright, '--pythonpath', program())).toEqual(
      wrongLines,
    )
  },
  300_000,
)

test('mypy accepts the Python samples of the API reference', async () => {
  const { body } = await testApp.call('GET', '/docs/openapi.json')
  const operations = Object.values<Record<string, SampledOperation>>(body.paths).flatMap(
    Object.values<SampledOperation>,
  )
  const samples = join(project, 'samples')
  await mkdir(samples)
  for (const { operationId, 'x-codeSamples': all } of operations) {
    const sample = all.find(({ label }) => label === 'Python')
    if (sample) await writeFile(join(samples, `${operationId}.py`), sample.source)
  }
  const count = readdirSync(samples).length
  expect(count).toBeGreaterThan(60)
  const args = ['--strict', '--python-executable', program(), samples]
  expect(await run(join(built.bin, 'mypy'), args, project)).toContain(`in ${count} source files`)
}, 300_000)

test('the readme contains the exact text of every example', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const snippets = [...readme.matchAll(/<!-- examples\/(\S+) -->\n```python\n([\s\S]*?)```\n/g)]
  expect(snippets.map(([, name]) => name).sort()).toEqual(readdirSync(examples).sort())
  for (const [, name, text] of snippets) {
    expect(text).toBe(readFileSync(join(examples, name!), 'utf8'))
  }
})

test('the examples connect a client, publish, list, reply and verify the events', async () => {
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const endpoint = { url: receiver.url, events: ['*'] }
  const { secret } = (await testApp.call('POST', '/v1/webhooks', endpoint)).body

  const invitation = await runExample('connect_a_client')
  expect(invitation).toMatch(/^Send this to Bergmann Bakery: http:\S+$/)
  const browser = openBrowser(testApp)
  await browser.login(invitation.split(' ').at(-1)!, 'threads', {
    decision: 'allow',
    person: 'anna',
  })

  const photo = join(project, 'photo.jpg')
  await writeFile(photo, await imageFile('jpeg', { width: 800, height: 600 }))
  expect(await runExample('publish', { PHOTO: photo })).toMatch(
    /^post_\w+ is (publishing|scheduled)$/,
  )
  await advanceUntilIdle(testApp)
  expect(await runExample('lists')).toBe(
    'Default\nBergmann Bakery\n1 posts, more: False\nThat was the last page.',
  )

  const [post] = (await testApp.call('GET', '/v1/posts')).body.data
  const [{ platform_post_id, permalink }] = post.targets
  const comment = { post: platform_post_id, text: 'Still warm?', author: 'kim', webhook: false }
  await testApp.sandbox.control('POST', '/comments', comment)
  await advanceMinutes(testApp, 61)
  const [views, replied] = (await runExample('inbox')).split('\n')
  expect(views).toMatch(/^\S+: \d+ views$/)
  expect(replied).toBe('Replied to kim: Thank you!')
  await testApp.work()

  const deliveries = receiver.received.map(({ body, headers }) => ({
    body,
    signature: headers['service-signature'],
  }))
  const now = testApp.clock.now().getTime() / 1_000
  await writeFile(join(project, 'input.json'), JSON.stringify({ deliveries, secret, now }))
  const verified = await python([
    '-c',
    `import json
from postern import verify_webhook
input = json.load(open("input.json", encoding="utf8"))
for each in input["deliveries"]:
    event = verify_webhook(**each, secret=input["secret"], now=input["now"], tolerance_seconds=86400)
    print(event.type, getattr(event.data, "permalink", None))`,
  ])
  const types = ['account.connected', 'comment.created', 'post.published', 'post.scheduled']
  const events = verified.trim().split('\n').sort()
  expect(events.map((line) => line.split(' ')[0])).toEqual(types)
  expect(events[2]).toBe(`post.published ${permalink}`)

  expect(await runExample('thread')).toMatch(/^post_\w+ has 3 parts$/)
}, 120_000)

test('the example of a receiver accepts a delivery of the server and refuses another one', async () => {
  const receive = `
from http.server import HTTPServer
from receive import Receiver
server = HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.handle_request()
server.handle_request()`
  const endpoint = { url: 'http://127.0.0.1:1/hooks', events: ['*'] }
  const { id, secret } = (await testApp.call('POST', '/v1/webhooks', endpoint)).body
  const env = { ...process.env, PYTHONPATH: examples, POSTERN_WEBHOOK_SECRET: secret }
  const child = spawn(program(), ['-c', receive], { cwd: project, env })
  onTestFinished(() => void child.kill())
  const output = linesOf(child)
  const url = `http://127.0.0.1:${(await output.next()).value}/hooks`
  testApp.clock.set(new Date())
  await testApp.call('PATCH', `/v1/webhooks/${id}`, { url })
  const { body: delivery } = await testApp.call('POST', `/v1/webhooks/${id}/test`)
  expect(delivery.status).toBe('succeeded')
  expect((await output.next()).value).toBe('webhook.test')
  const refused = await fetch(url, { method: 'POST', body: '{}' })
  expect([refused.status, refused.statusText]).toEqual([400, 'signature_missing'])
  expect((await output.next()).done).toBe(true)
}, 60_000)

async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<string, void, undefined> {
  let text = ''
  for await (const chunk of stdout!) {
    const lines = (text + chunk).split('\n')
    text = lines.pop()!
    yield* lines
  }
}

test('the examples of failures and asyncio print the results of the server', async () => {
  expect(await runExample('failures')).toBe(
    '409 default_profile: The default profile cannot be deleted.',
  )
  expect(await runExample('use_asyncio')).toMatch(/^\w[^\n]*: Default\n\S+$/)
})

test('the installed package passes its tests, some of them against the server', async () => {
  const tests = join(folder, 'tests')
  const env = { ...serverEnv(), OPENAPI_DOCUMENT: documentFile, WEBHOOK_VECTORS: vectors }
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', tests]
  expect(await python(args, env)).toMatch(/^\d+ passed in/m)
}, 120_000)
