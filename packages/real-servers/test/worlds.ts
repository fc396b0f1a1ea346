import { createHash } from 'node:crypto'
import { inject } from 'vitest'
import { blueskyRepository } from '../../server/test/platforms/conformance/bluesky-network.ts'
import { mastodonNetwork } from '../../server/test/platforms/conformance/mastodon-network.ts'
import { wordpressNetwork } from '../../server/test/platforms/conformance/wordpress-network.ts'
import type { Network, World } from '../../server/test/platforms/conformance/world.ts'
import { blueskyConsent } from '../src/bluesky/consent.ts'
import { controlBluesky } from '../src/bluesky/control.ts'
import { snacConsent } from '../src/mastodon/consent.ts'
import { removeApps } from '../src/mastodon/start.ts'
import { wordpressConsent } from '../src/wordpress/consent.ts'
import type { WordpressName } from '../src/wordpress/start.ts'

export type RealWorld = Omit<World, 'open'> & { open(): Promise<Network> }

/** Alice and Bob on the development network. */
export function realBluesky(): RealWorld {
  const bluesky = controlBluesky(inject('bluesky'))
  const { plcUrl, pdsUrl, appViewUrl } = bluesky
  const { alice, bob } = bluesky.accounts
  const create = (collection: string, record: object) =>
    bluesky.asPerson(bob, 'com.atproto.repo.createRecord', {
      body: {
        repo: bob.did,
        collection,
        record: { $type: collection, createdAt: new Date().toISOString(), ...record },
      },
    })
  return {
    name: 'real',
    platform: 'bluesky',
    env: {
      SANDBOX_URL: '',
      BLUESKY_DIRECTORY_URL: plcUrl,
      BLUESKY_RESOLVER_URL: appViewUrl,
      TRUSTED_SERVERS: pdsUrl,
    },
    open: async () => {
      await bluesky.setClockOffset(0)
      const repository = blueskyRepository(pdsUrl, alice.did, fetch)
      return {
        ...repository,
        entered: alice.handle,
        enteredWrong: 'nobody.test',
        otherHandle: bob.handle,
        decide: (url, decision) => blueskyConsent(url, alice, decision),
        reply: async (post, text) => {
          const root = await repository.strongReference(post)
          await create('app.bsky.feed.post', { text, reply: { root, parent: root } })
          await bluesky.processAll()
        },
        like: async (post) => {
          await create('app.bsky.feed.like', { subject: await repository.strongReference(post) })
          await bluesky.processAll()
        },
        removeApp: async () => {
          await bluesky.removeApps(alice)
        },
        setActive: (isActive) => (isActive ? bluesky.activate(alice) : bluesky.deactivate(alice)),
        setClock: (now) => bluesky.setClockOffset(Math.max(0, now.getTime() - Date.now())),
      }
    },
  }
}

/** Alice and Bob on snac. */
export function realMastodon(): RealWorld {
  const snac = inject('snac')
  const { origin, accounts } = snac
  // snac's id of an account is the hash of its address.
  const authorId = createHash('md5').update(`${origin}/alice`).digest('hex')
  return {
    name: 'real',
    platform: 'mastodon',
    env: { SANDBOX_URL: '', TRUSTED_SERVERS: origin },
    open: async () => {
      const network = await mastodonNetwork({
        origin,
        fetch,
        author: 'alice',
        authorId,
        other: 'bob',
        allowAsOther: (url) => snacConsent(url, accounts.bob),
      })
      return {
        ...network,
        entered: origin,
        enteredWrong: 'http://localhost:1',
        decide: (url, decision) => {
          if (decision === 'cancel') throw new Error('snac has no button to refuse')
          return snacConsent(url, accounts.alice)
        },
        // snac allows this once Bob has replied.
        like: async ({ id }) => {
          await network.callAsOther(`/api/v1/statuses/${id}/favourite`, {})
        },
        removeApp: async () => removeApps(snac, accounts.alice),
        // snac has no clock to move: its tokens do not expire.
        setClock: async () => {},
      }
    },
  }
}

/** A user of the site, who is the editor unless a test needs another role, and the administrator. */
export function realWordpress(
  name: WordpressName = 'editor',
  origin = inject('wordpress').origin,
): Omit<RealWorld, 'open'> & { open(): Promise<Network & ReturnType<typeof wordpressNetwork>> } {
  const { accounts } = inject('wordpress')
  const author = accounts[name]
  return {
    name: 'real',
    platform: 'wordpress',
    env: { SANDBOX_URL: '', TRUSTED_SERVERS: origin },
    open: async () => ({
      ...wordpressNetwork({ origin, fetch, authorId: author.id, other: accounts.admin }),
      entered: origin,
      enteredWrong: 'http://localhost:1',
      decide: (url, decision) => wordpressConsent(url, author, decision),
      like: async () => {
        throw new Error('WordPress has no likes')
      },
      // Application passwords do not expire.
      setClock: async () => {},
    }),
  }
}
