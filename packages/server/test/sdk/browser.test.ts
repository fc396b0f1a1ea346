import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../browser.ts'
import { type House, openHouse } from '../house.ts'
import { imageFile } from '../media-files.ts'

const source = join(dirname(fileURLToPath(import.meta.url)), '../../../sdk/src')

let house: House
let server: ReturnType<typeof serve>
let origin: string

beforeAll(async () => {
  house = await openHouse({ poolMax: 10 })
  await new Promise<void>((done) => {
    server = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`
      done()
    })
  })
})

afterAll(async () => {
  server?.close()
  await house?.close()
})

/** A page with the sdk's own source, types stripped and nothing bundled, on the API's origin. */
async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/page') {
    return new Response('<!doctype html><title>sdk</title>', {
      headers: { 'content-type': 'text/html' },
    })
  }
  if (!pathname.startsWith('/sdk/')) return await house.app.fetch(request)
  const text = readFileSync(join(source, pathname.slice('/sdk/'.length)), 'utf8')
  return new Response(stripTypeScriptTypes(text), {
    headers: { 'content-type': 'text/javascript' },
  })
}

test('the client and the verifier run in a browser as they are', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`${origin}/page`)
    const image = (await imageFile('png', { width: 40, height: 30 })).toString('base64')
    const script = `(async () => {
      const { createClient, signWebhook, verifyWebhook } = await import('/sdk/client.ts')
      const client = createClient({ baseUrl: '', apiKey: ${JSON.stringify(house.ownerKey)} })
      await client.profiles.create({ name: 'From a browser', external_id: 'web-1' })
      const names = []
      for await (const { name } of client.profiles.list({ limit: 1 })) names.push(name)
      const blob = await (await fetch('data:image/png;base64,${image}')).blob()
      const media = await client.withProfile('web-1').media.upload({ file: blob, alt_text: 'x' })
      const failure = await client.profiles.get('nobody').catch((err) => err.code)
      const body = JSON.stringify({ id: '1', type: 'webhook.test' })
      const signature = await signWebhook({ body, secret: 'whsec_x' })
      const event = await verifyWebhook({ body, signature, secret: 'whsec_x' })
      return { names, width: media.width, failure, type: event.type }
    })()`
    expect(await page.evaluate(script)).toEqual({
      names: ['Default', 'From a browser'],
      width: 40,
      failure: 'profile_not_found',
      type: 'webhook.test',
    })
  } finally {
    await browser.close()
  }
})
