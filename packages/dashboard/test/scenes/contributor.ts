import { expiredAccount } from '../clients-seed.ts'
import { fillPublishing } from '../publishing-seed.ts'
import { openStaff } from '../staff-session.ts'
import type { Area, Scene } from './scene.ts'

const full = (name: string, path: Scene['path']): Scene => ({ name, state: 'full', path })

/** Pages as a member who may only save drafts, also those that the navigation does not list. */
export const area: Area = {
  name: 'contributor',
  fill: async ({ testApp }) => {
    const places = await fillPublishing(testApp)
    return { ...places, expired: (await expiredAccount(testApp, places.profile!)).id }
  },
  signIn: async (dashboard, { profile }, appearance) => {
    const email = `contributor-${dashboard.testApp.nextNumber()}@example.com`
    return await openStaff(dashboard, {
      role: 'contributor',
      email,
      profiles: [profile!],
      appearance,
    })
  },
  // Of the owner's pages these only leave out parts.
  rules: ['permissions', 'contributorButtons', 'width', 'console', 'links'],
  scenes: [
    full('overview', '/'),
    full('calendar', '/calendar'),
    full('posts', '/posts'),
    full('composer', '/posts/new'),
    full('post-published', ({ published }) => `/posts/${published}`),
    full('post-failed', ({ failed }) => `/posts/${failed}`),
    full('post-unknown', ({ unknown }) => `/posts/${unknown}`),
    full('post-scheduled', ({ scheduled }) => `/posts/${scheduled}`),
    full('queue', '/queue'),
    full('inbox', '/inbox'),
    full('insights', '/insights'),
    full('insights-account', ({ threads }) => `/insights?account=${threads}`),
    full('media', '/media'),
    full('saved-texts', '/saved-texts'),
    full('profiles', '/profiles'),
    full('profile', ({ profile }) => `/profiles/${profile}`),
    full('accounts', '/accounts'),
    full('account', ({ threads }) => `/accounts/${threads}`),
    full('account-expired', ({ expired }) => `/accounts/${expired}`),
    full('settings', '/settings'),
    full('connect-links', '/connect-links'),
    full('webhooks', '/webhooks'),
    full('requests', '/requests'),
    full('api-keys', '/api-keys'),
  ],
}
