import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '../../../sdk/test/consumer/program.ts'
import { launchChromium } from '../browser.ts'
import { imageFile } from '../media-files.ts'
import { openReceiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { bundlers } from './bundlers.ts'
import {
  type Compiler,
  type CompilerOptions,
  execute,
  installPacked,
  installTools,
} from './packed.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')

let testApp: TestApp
let input: Omit<Input, 'externalId'>
let tools: Awaited<ReturnType<typeof installTools>>
let packed: Awaited<ReturnType<typeof installPacked>>

beforeAll(async () => {
  testApp = await openTestApp({ listening: true, poolMax: 10 })
  tools = await installTools()
  packed = await installPacked()
  const picture = (await imageFile('png', { width: 40, height: 30 })).toString('base64')
  const baseUrl = testApp.ctx.config.publicUrl
  input = { baseUrl, apiKey: testApp.ownerKey, picture, delivery: await receiveDelivery() }
}, 300_000)

afterAll(async () => {
  packed?.remove()
  await testApp?.close()
})

/** A delivery that the server signed and sent. */
async function receiveDelivery(): Promise<Input['delivery']> {
  const receiver = await openReceiver()
  const endpoint = { url: receiver.url, events: ['*'] }
  const { id, secret } = (await testApp.call('POST', '/v1/webhooks', endpoint)).body
  await testApp.call('POST', `/v1/webhooks/${id}/test`)
  await testApp.work()
  await receiver.close()
  const { body, headers } = receiver.received[0]!
  const signature = String(headers['service-signature'])
  return { body, signature, secret, now: testApp.clock.now().toISOString() }
}

const expected = (externalId: string) => ({
  externalId,
  listed: true,
  width: 40,
  refused: '404 profile_not_found',
  event: 'webhook.test',
})

describe('the tarball', () => {
  test('contains the build, its sources, the readme and the license, but no tests or examples', () => {
    const files = packed.files()
    const sources = files.filter((name) => name.startsWith('src/'))
    const built = sources.flatMap((name) => {
      const base = name.replace(/^src(.*)\.ts$/, 'dist$1')
      return [`${base}.d.ts`, `${base}.d.ts.map`, `${base}.js`, `${base}.js.map`]
    })
    expect(sources).toContain('src/client.ts')
    expect(files).toEqual(['LICENSE', 'README.md', ...sources, ...built, 'package.json'].sort())
    expect(files.filter((name) => /test|example|script/.test(name))).toEqual([])
    expect(packed.readInstalled('LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  })

  test('passes publint', async () => {
    const output = await tools.run('publint', ['run', packed.tarball, '--strict'], packed.folder)
    expect(output).toMatch(/All good!\s*$/)
  })

  test('passes arethetypeswrong for ES modules', async () => {
    // The package has no CommonJS build, which Node 10 and `require` in Node 20 need.
    const args = [packed.tarball, '--profile', 'esm-only', '--quiet']
    expect(await tools.run('attw', args, packed.folder)).toBe('')
  })
})

const types = { typeRoots: [join(root, 'node_modules', '@types')] }
const projects: readonly [string, CompilerOptions][] = [
  [
    'nodenext with the types of Node',
    { module: 'nodenext', lib: ['es2022'], types: ['node'], ...types },
  ],
  [
    'bundler with the types of a browser',
    {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    },
  ],
]

describe.each(['TypeScript 5.7', 'TypeScript 7'])('%s', (name) => {
  test.each(projects)(
    'a strict project with %s compiles without errors, with all types checked',
    async (_, options) => {
      const compiler = tools.compilers.find(
        (candidate): candidate is Compiler => candidate.name === name,
      )!
      expect(await packed.checkTypes(compiler, options)).toBe('')
    },
  )
})

test.each(['Node 20', 'Node 22', 'Node 24', 'Node 26', 'Deno 2.9', 'Bun 1.4'] as const)(
  'on %s the installed SDK calls the API and verifies a webhook',
  async (name) => {
    const [program, ...args] = tools.runtimes[name] as [string, ...string[]]
    const [product, version] = name.split(' ')
    const printed = await execute(program, ['--version'], packed.folder)
    expect(printed).toMatch(product === 'Node' ? `v${version}.` : `${version}.`)
    const externalId = name.replace(' ', '-')
    packed.write('input.json', JSON.stringify({ ...input, externalId }))
    const main = `
      import { readFileSync } from 'node:fs'
      import { run } from './program.js'
      const input = JSON.parse(readFileSync('input.json', 'utf8'))
      console.log(JSON.stringify(await run(input)))`
    packed.write('main.mjs', main)
    const output = await execute(program, [...args, 'main.mjs'], packed.folder)
    expect(JSON.parse(output)).toEqual(expected(externalId))
  },
)

test('Deno checks the types of a program with the installed SDK', async () => {
  const [deno] = tools.runtimes['Deno 2.9'] as [string]
  expect(await execute(deno, ['check', '--quiet', 'program.ts'], packed.folder)).toBe('')
})

describe('bundled for browsers', () => {
  const bundle = async (entry: string, ...extraOptions: string[]): Promise<string> => {
    const options = ['--bundle', '--platform=browser', '--outfile=bundle.js', '--log-level=warning']
    expect(await tools.run('esbuild', [entry, ...options, ...extraOptions], packed.folder)).toBe('')
    return packed.read('bundle.js')
  }

  test.each(Object.entries(bundlers))(
    'by %s it uses no Node module, and a page calls the API and verifies a webhook with it',
    async (name, bundleWith) => {
      expect((await bundleWith(packed, tools)).trim()).toBe('')
      const script = packed.read('bundle.js')
      expect(script).not.toMatch(/node:|require\(|process\./)
      expect(await runInBrowser(script, name)).toEqual(expected(name))
    },
  )

  test('the verifier is bundled without the client', async () => {
    packed.write('verify.js', `export { verifyWebhook } from '@postern/sdk/webhooks'`)
    const verifier = await bundle('verify.js', '--format=esm', '--minify')
    packed.write('verify.js', `export { verifyWebhook } from '@postern/sdk'`)
    expect(await bundle('verify.js', '--format=esm', '--minify')).toBe(verifier)
    expect(verifier).not.toContain('/v1/')
  })
})

/** Runs the bundle on a page of the API's origin. */
async function runInBrowser(script: string, externalId: string): Promise<unknown> {
  const fetch = (request: Request) =>
    new URL(request.url).pathname === '/page'
      ? new Response('<!doctype html><title>SDK</title>', {
          headers: { 'content-type': 'text/html' },
        })
      : testApp.app.fetch(request)
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as { port: number }).port}/page`)
    await page.addScriptTag({ content: script })
    const pageInput: Input = { ...input, baseUrl: '', externalId }
    return await page.evaluate(`consumer.run(${JSON.stringify(pageInput)})`)
  } finally {
    await browser.close()
    server.close()
  }
}
