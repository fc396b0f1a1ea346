import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '../../src/schemas/profile.ts'
import { buildProfile } from '../build.ts'
import { type Decision, type Landing, openBrowser } from '../client.ts'
import { buildLink, expectNotConnected, openPages, registerOrigin } from '../connect-flow.ts'
import { useTestApp } from '../test-app.ts'

const allow: Decision = { decision: 'allow', person: 'anna' }
const testApp = useTestApp({ poolMax: 10 })
let profile: Profile

beforeAll(async () => {
  await registerOrigin(testApp)
})
beforeEach(async () => {
  await testApp.ctx.db.query.deleteFrom('account').execute()
  profile = await buildProfile(testApp)
})

const createLink = (owner = profile) => buildLink(testApp, owner.id)
const connected = async () => (await testApp.call('GET', '/v1/accounts')).body.data
const expectRefused = (landing: Landing) => expectNotConnected(testApp, landing)

describe('a page selection', () => {
  /** A client whose login waits for the selection of pages. */
  async function chooser(owner: Profile, decision: Decision) {
    const browser = openBrowser(testApp)
    const link = await createLink(owner)
    const { location } = await browser.login(link.url, 'facebook', decision)
    return { browser, link, ...(await openPages(browser, location!)) }
  }

  test('can be read, made and canceled only in the browser that logged in', async () => {
    const anna = await chooser(profile, allow)
    const ben = await chooser(await buildProfile(testApp), allow)
    for (const form of [{ accounts: [anna.ids[0]!] }, { do: 'cancel' }]) {
      await expectRefused(await ben.browser.visit('POST', anna.path, form))
    }
    const read = await ben.browser.visit('GET', anna.path)
    expect([read.status, anna.ids.some((id) => read.text.includes(id))]).toEqual([400, false])
    expect((await anna.browser.visit('GET', anna.path)).status).toBe(200)
  })

  test('offers only pages granted in its own login; other pages are refused', async () => {
    const all = await chooser(profile, allow)
    const few = await chooser(await buildProfile(testApp), { ...allow, pages: [all.ids[0]!] })
    expect(few.ids).toEqual([all.ids[0]])
    const forms: string[][] = [
      [all.ids[1]!],
      [few.ids[0]!, all.ids[1]!],
      [`${few.ids[0]},${all.ids[1]}`],
      [` ${few.ids[0]}`],
      ['*'],
    ]
    for (const accounts of forms) {
      await expectRefused(await few.browser.visit('POST', few.path, { accounts }))
    }
  })

  test('cannot be made twice, nor by a second login with the same link', async () => {
    const first = await chooser(profile, allow)
    const browser = openBrowser(testApp)
    const { location } = await browser.login(first.link.url, 'facebook', allow)
    const second = await openPages(browser, location!)
    await first.browser.visit('POST', first.path, { accounts: [first.ids[0]!] })
    const before = await connected()
    expect(before).toHaveLength(1)
    const again = await first.browser.visit('POST', first.path, { accounts: [first.ids[1]!] })
    const secondChoice = await browser.visit('POST', second.path, { accounts: [second.ids[1]!] })
    expect([again.location, secondChoice.location]).toEqual([null, null])
    expect(await connected()).toEqual(before)
  })

  test('stores the platform’s grant sealed and deletes it when the link is used', async () => {
    const anna = await chooser(profile, allow)
    const read = async () =>
      (
        await testApp.ctx.db.pool.query(
          'select grant_sealed from connect_flow where link_id = $1',
          [anna.link.id],
        )
      ).rows
    const [{ grant_sealed: sealed }] = await read()
    expect(sealed.toString('latin1')).not.toMatch(/access|platformAccountId/)
    await anna.browser.visit('POST', anna.path, { accounts: [anna.ids[0]!] })
    expect(await read()).toEqual([{ grant_sealed: null }])
  })
})
