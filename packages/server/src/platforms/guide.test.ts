import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scriptedSetup } from '../../test/platforms/scripted.ts'
import { createFacebook } from './facebook/index.ts'
import { createInstagram } from './instagram/index.ts'
import { createThreads } from './threads/index.ts'
import { createTiktok } from './tiktok/index.ts'

const docs = join(import.meta.dirname, '../../../../docs')
const guides = ['platform-apps.md']
const { setup } = scriptedSetup({})

test.each(
  [createThreads, createInstagram, createFacebook, createTiktok].flatMap((create) => {
    const { value, permissions } = create(setup)
    return guides.map((guide) => [guide, value, permissions] as const)
  }),
)('%s lists every permission that the login of %s requests', (guide, _value, permissions) => {
  const text = readFileSync(join(docs, guide), 'utf8')
  expect(permissions.filter(({ scope }) => !text.includes(`\`${scope}\``))).toEqual([])
})
