import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scriptedSetup } from '../../test/platforms/scripted.ts'
import { broadScope, singleScopes } from './bluesky/scopes.ts'
import { createFacebook } from './facebook/index.ts'
import { createInstagram } from './instagram/index.ts'
import { permissionsOf } from './linkedin/permissions.ts'
import { mastodonPermissions } from './mastodon/permissions.ts'
import { createThreads } from './threads/index.ts'
import { createTiktok } from './tiktok/index.ts'
import { createYoutube } from './youtube/index.ts'

const path = join(import.meta.dirname, '../../../../docs/platform-apps.md')
const sections = readFileSync(path, 'utf8').split(/^## /m)
const { setup } = scriptedSetup({})

const scopesOf = (permissions: readonly { scope: string }[]) =>
  permissions.map(({ scope }) => scope)

const linkedinScopes = [
  ...new Set(
    ['share', 'community_management'].flatMap((product) =>
      scopesOf(permissionsOf({ ...setup.app, variables: { LINKEDIN_PRODUCT: product } })),
    ),
  ),
]

/** The heading of each network, and what its login asks for. */
const requested: [string, string[]][] = [
  ['Threads', scopesOf(createThreads(setup).permissions)],
  ['Instagram', scopesOf(createInstagram(setup).permissions)],
  ['Facebook Pages', scopesOf(createFacebook(setup).permissions)],
  ['TikTok', scopesOf(createTiktok(setup).permissions)],
  ['YouTube', scopesOf(createYoutube(setup).permissions).map((scope) => scope.split('/auth/')[1]!)],
  ['LinkedIn', linkedinScopes],
  ['Mastodon', scopesOf(mastodonPermissions)],
  // The service that an `rpc:` scope is for is any.
  ['Bluesky', [...singleScopes.map((scope) => scope.split('?')[0]!), broadScope]],
]

const scope =
  /`((?:threads|instagram_business|pages|business)_[a-z_]+|read_insights|(?:user\.info|video|youtube|yt-analytics)\.[a-z-]+|(?:read|write|repo|blob|rpc|transition):[\w.*/]+|atproto|openid|profile|r_basicprofile|(?:r|w|rw)_(?:organization|member)_[a-z]+)`/g

test.each(requested)('the guide of %s names the scopes that its login requests', (name, scopes) => {
  const section = sections.find((each) => each.startsWith(`${name}\n`)) ?? ''
  const named = [...section.matchAll(scope)].map(([, each]) => each)
  expect([...new Set(named)].sort()).toEqual([...scopes].sort())
})
