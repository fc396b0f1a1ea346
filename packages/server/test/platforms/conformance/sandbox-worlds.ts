import { serverFetch } from '../../../../sandbox/test/server-fetch.ts'
import type { ServerPlatformValue } from '../../../src/core/networks.ts'
import type { TestApp } from '../../test-app.ts'
import { blueskyRepository } from './bluesky-network.ts'
import { mastodonNetwork } from './mastodon-network.ts'
import { wordpressNetwork } from './wordpress-network.ts'
import type { Network, World } from './world.ts'

/** Anna's accounts in the sandbox (packages/sandbox/README.md). */
const annaOnMastodon = '109310000000000001'
const annaOnBluesky = 'did:plc:annabergmannsandbox22222'
const annaOnWordpress = 711001

type Acts = Pick<Network, 'decide' | 'reply' | 'like' | 'removeApp' | 'setClock'>

export const sandboxMastodon: World = {
  name: 'sandbox',
  platform: 'mastodon',
  env: {},
  open: async (testApp) => {
    const origin = originOf(testApp, 'mastodon')
    const network = await mastodonNetwork({
      origin,
      fetch: serverFetch,
      author: 'anna',
      authorId: annaOnMastodon,
      other: 'ben',
      allowAsOther: (url) => decide(testApp, url, 'ben', 'allow'),
    })
    const acts = actsIn(testApp, 'mastodon')
    return { ...network, ...acts, entered: origin, enteredWrong: originOf(testApp, 'nowhere') }
  },
}

export const sandboxBluesky: World = {
  name: 'sandbox',
  platform: 'bluesky',
  env: {},
  open: async (testApp) => ({
    ...blueskyRepository(originOf(testApp, 'pds'), annaOnBluesky, serverFetch),
    ...actsIn(testApp, 'bluesky'),
    entered: 'anna.test',
    enteredWrong: 'nobody.test',
    otherHandle: 'ben.test',
    setActive: async (isActive) => {
      const status = isActive ? 'active' : 'deactivated'
      await testApp.sandbox.control('PATCH', '/accounts/bluesky:anna.test', { status })
    },
  }),
}

export const sandboxWordpress: World = {
  name: 'sandbox',
  platform: 'wordpress',
  env: {},
  open: async (testApp) => {
    const origin = originOf(testApp, 'blog')
    const { reply: _reply, ...acts } = actsIn(testApp, 'wordpress')
    const other = await addAdministrator(testApp, origin)
    const site = { origin, fetch: serverFetch, authorId: annaOnWordpress, other }
    const entered = { entered: origin, enteredWrong: originOf(testApp, 'nowhere') }
    return { ...wordpressNetwork(site), ...acts, ...entered }
  },
}

/** A new administrator of the site, with an application password. */
async function addAdministrator(testApp: TestApp, origin: string) {
  const account = { platform: 'wordpress', username: 'olga', facts: { role: 'administrator' } }
  const { id } = await testApp.sandbox.control('POST', '/people', {
    name: 'Olga Admin',
    accounts: [account],
  })
  const page = new URL('/wp-admin/authorize-application.php', origin)
  page.searchParams.set('success_url', 'https://reader.example/')
  const { searchParams } = new URL(await decide(testApp, page.href, id, 'allow'))
  return {
    login: searchParams.get('user_login')!,
    applicationPassword: searchParams.get('password')!,
  }
}

/** What people do in the network's own app, by the sandbox's control API. */
function actsIn(testApp: TestApp, platform: ServerPlatformValue): Acts {
  const { control } = testApp.sandbox
  return {
    decide: (url, decision) => decide(testApp, url, 'anna', decision),
    reply: async ({ id }, text) => {
      await control('POST', '/comments', { post: id, text, author: 'ben' })
    },
    like: async ({ id }) => {
      await control('PUT', `/posts/${id}/numbers`, { likes: 1 })
    },
    removeApp: async () => {
      const { data } = await control('GET', '/grants')
      for (const { id, person, platform: at } of data) {
        if (person === 'anna' && at === platform) await control('POST', `/grants/${id}/revoke`, {})
      }
    },
    // The sandbox reads the clock of the test app.
    setClock: async () => {},
  }
}

async function decide(
  testApp: TestApp,
  url: string,
  person: string,
  decision: 'allow' | 'cancel',
): Promise<string> {
  const { redirect, error } = await testApp.sandbox.control('POST', '/authorize', {
    url,
    person,
    decision,
  })
  if (!redirect) throw new Error(`The authorize page: ${JSON.stringify(error)}`)
  return redirect
}

function originOf(testApp: TestApp, label: string): string {
  return `http://${label}.localhost:${new URL(testApp.sandbox.url).port}`
}
