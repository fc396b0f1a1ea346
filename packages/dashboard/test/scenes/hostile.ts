import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { buildWebhook } from '../../../server/test/build-webhook.ts'
import { openInbox } from '../../../server/test/inbox.ts'
import type { ApiResponse } from '../../../server/test/test-app.ts'
import type { Dashboard } from '../dashboard.ts'
import { hostile as texts } from '../hostile.ts'
import { inHours } from '../publishing-seed.ts'
import type { Area, Places, Scene } from './scene.ts'

const nameCharsMax = 255

/** Names chosen to break a page. */
const names = {
  script: texts.script,
  markup: texts.markup,
  endless: 'W'.repeat(nameCharsMax),
  rightToLeft: `${texts.rtl} 'x`,
  invisible: '\u200B\u200D\u2060\u200B',
  filler: '\u3164\u2800',
  faces: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(8),
  towers: `Z${'\u0301'.repeat(120)}a${'\u0334'.repeat(100)}lgo`,
  lines: `one${'\u2028'.repeat(20)}two`,
}
const all = Object.values(names).map((name) => name.slice(0, nameCharsMax))

const full = (name: string, path: Scene['path']): Scene => ({ name, state: 'full', path })

/** Every page that shows names, with names that were chosen to break it. */
export const area: Area = {
  name: 'hostile',
  fill,
  rules: ['hostileText', 'width', 'console'],
  scenes: [
    full('overview', '/'),
    full('profiles', '/profiles'),
    full('profiles-selected', ({ endless }) => `/profiles?profile=${endless}`),
    full('profile-endless', ({ endless }) => `/profiles/${endless}`),
    full('profile-invisible', ({ invisible }) => `/profiles/${invisible}`),
    full('profile-filler', ({ filler }) => `/profiles/${filler}`),
    {
      ...full('profile-delete', '/profiles?search=WWWW'),
      act: async (page) => {
        await page.getByRole('button', { name: /^Actions for WWWW/ }).click()
        await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    full('accounts', '/accounts'),
    ...[1, 2, 3, 4, 5].map((at) =>
      full(`account-${at}`, (places) => `/accounts/${places[`account${at}`]}`),
    ),
    full('connect-links', '/connect-links'),
    full('connect-link-new', ({ endless }) => `/connect-links?new=1&profile=${endless}`),
    full('composer', ({ endless }) => `/posts/new?profile=${endless}`),
    full('posts', '/posts'),
    full('calendar-month', '/calendar?view=month'),
    full('calendar-list', '/calendar?view=agenda'),
    full('inbox', '/inbox?status=all'),
    full('comment', ({ comment }) => `/inbox?status=all&comment=${comment}`),
    full('insights', ({ account2 }) => `/insights?account=${account2}`),
    full('webhooks', '/webhooks'),
    full('endpoint-script', ({ endpoint0 }) => `/webhooks/${endpoint0}`),
    full('endpoint-markup', ({ endpoint1 }) => `/webhooks/${endpoint1}`),
    full('api-keys', '/api-keys'),
    full('api-key-new', ({ endless }) => `/api-keys?new=1&profile=${endless}`),
    full('members', '/members'),
    full('audit-log', '/audit-log'),
    full('requests', '/requests'),
  ],
}

/** Seeds resources that all have hostile names. */
async function fill({ testApp }: Dashboard): Promise<Places> {
  const profiles: string[] = []
  const accounts: string[] = []
  for (const name of all) {
    const { id } = await buildProfile(testApp, {
      name,
      external_id: `x${'-'.repeat(profiles.length)}`,
    })
    profiles.push(id)
    const granted = {
      username: name,
      displayName: name,
      accountType: name,
      avatarUrl: 'javascript:alert(1)',
    }
    accounts.push((await buildAccount(testApp, { profile_id: id, granted })).id)
    const key = await send('/v1/api-keys', { name, profile_id: id })
    await testApp.call('GET', '/v1/me', undefined, { key: key.secret })
    const member = {
      name,
      email: `m${profiles.length}@example.com`,
      role: 'staff',
      profile_ids: [id],
    }
    await send('/v1/members', member)
    // A text that shows nothing is refused.
    const isEmpty = [names.invisible, names.filler].includes(name)
    await send('/v1/posts', {
      text: isEmpty ? `${name}.` : name,
      tags: [name.slice(0, 60).replaceAll('\n', ' ')],
      mode: 'schedule',
      scheduled_at: inHours(testApp, profiles.length),
      targets: [{ account_id: accounts.at(-1) }],
    })
  }
  const url = `https://example.com/${'hooks/'.repeat(100)}`
  const endpoints = []
  for (const [at, text] of Object.values(texts).entries()) {
    const description = text.slice(0, 500)
    endpoints.push((await buildWebhook(testApp, { url: url + at, description })).id)
  }
  const inbox = await openInbox(testApp, 'threads', { profileId: profiles[2]! })
  for (const text of Object.values(texts))
    await inbox.addComment({ text, author: text.slice(0, 60) })
  testApp.clock.advance(180_000)
  await testApp.work()
  const [comment] = await inbox.list()
  await send(`/v1/profiles/${profiles[2]}/connect-links`, {
    redirect_url: `https://app.example.com/${'long/'.repeat(200)}`,
    state: names.script,
  })
  await testApp.requestLog.flush()
  const [, , endless, , invisible, filler] = profiles
  return {
    endless: endless!,
    invisible: invisible!,
    filler: filler!,
    profiles: profiles.join(' '),
    comment: comment!.id,
    ...Object.fromEntries(accounts.map((id, at) => [`account${at}`, id])),
    ...Object.fromEntries(endpoints.map((id, at) => [`endpoint${at}`, id])),
  }

  async function send(path: string, body: unknown): Promise<ApiResponse['body']> {
    const answer = await testApp.call('POST', path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}
