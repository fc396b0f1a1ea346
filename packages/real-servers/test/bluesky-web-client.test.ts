import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { blueskyConsent } from '../src/bluesky/consent.ts'
import { controlBluesky } from '../src/bluesky/control.ts'
import { connectBluesky } from './connect-bluesky.ts'

const network = controlBluesky(inject('bluesky'))
const { bob } = network.accounts
const { platformAt, close } = connectBluesky(network)
// Another file may have left the servers' clock in the future.
beforeAll(() => network.setClockOffset(0))
afterAll(close)

test('a client with a key logs in, refreshes and revokes, known by the documents it serves', async () => {
  const publicUrl = 'https://connect.soctest.dev'
  const web = platformAt(publicUrl)
  const files = createServer(async (req, res) => {
    const document = await web.clientDocuments?.[req.url ?? '']?.()
    res.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
    res.end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = files.address() as AddressInfo
    await network.mapHost(publicUrl, `http://127.0.0.1:${port}`)
    const redirect = `${publicUrl}/connect/callback/bluesky`
    const login = { redirectUri: redirect, state: 'the-state', reconnect: null, language: 'en' }
    const { url, kept } = await web.connect.begin({ ...login, server: bob.handle })
    const callback = new URL(await blueskyConsent(url.href, bob))
    const read = web.connect.readReturn(callback.searchParams)
    if (!('code' in read)) throw new Error(`refused: ${read.refused}`)
    const { code, iss = null } = read
    const { accounts } = await web.connect.finish({ code, iss, redirectUri: redirect, kept })
    const { tokens } = accounts[0]!
    expect(tokens.bound?.kid).toBeTruthy()
    const fresh = await web.tokens!.refresh!(tokens)
    await web.tokens!.probe(fresh)
    await web.connect.revoke!(fresh)
    await expect(web.tokens!.probe(fresh)).rejects.toMatchObject({ kind: 'access_expired' })
  } finally {
    files.closeAllConnections()
    files.close()
  }
})
