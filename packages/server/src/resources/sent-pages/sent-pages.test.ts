import { beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Scope } from '../../access/scope.ts'
import { invitationKind } from '../connect/links/invitation.ts'
import type { SentPageKind, SentPageRow } from './kind.ts'
import { findPageByToken } from './queries.ts'
import { createPage, listPages, revokePage } from './sent-pages.ts'

/** A third kind, in the table of invitations because it has no table of its own. */
type ApprovalRow = SentPageRow & { state: string | null }
const approval: SentPageKind<ApprovalRow, string, { note: string }> = {
  table: 'invitation',
  columns: ['id', 'owner_id', 'profile_id', 'state', 'created_at', 'expires_at', 'revoked_at'],
  idKind: 'post',
  object: 'approval',
  pagePath: 'approve',
  openStatus: 'waiting',
  isUsedOnce: false,
  quota: { label: 'waiting approvals of the profile', max: 2 },
  lifetimeMs: () => 60_000,
  check: async (_ctx, _scope, _profileId, { note }) => ({
    redirect_url: 'https://app.example',
    state: note,
    metadata: '{}',
    hints: '{}',
  }),
  checkInTransaction: async () => {},
  summary: ({ state }) => ({ note: state }),
  details: async (_db, rows) => rows.map(() => ({ comments: [] })),
  filters: {},
  notFound: 'post_not_found',
  notRevocable: { statuses: ['expired'], error: 'post_not_editable' },
  api: invitationKind.api,
}

const testApp = useTestApp()
let scope: Scope
let profileId: string

beforeAll(async () => {
  profileId = (await buildProfile(testApp)).id
  scope = {
    ownerId: testApp.ownerId,
    actor: { kind: 'api_key', id: 'key', name: 'test' },
    kind: 'owner',
    profile: null,
    profileIds: null,
    permissions: null,
    hiddenProfileIds: [],
    sessionId: null,
    mustSetUpSecondFactor: false,
  }
})

type Created = { id: string; url: string; status: string; note: string }

const create = async (note: string) =>
  (await createPage(testApp.ctx, scope, approval, profileId, { note })) as Created

const statusesOf = async (input: { status?: string[] }) =>
  (await listPages(testApp.ctx, scope, approval, input)).data.map(
    (page) => (page as Created).status,
  )

test('a third kind has its own words, quota, lifetime and URL by its declaration alone', async () => {
  const { ctx, clock } = testApp
  const first = await create('Please look')
  expect(first).toMatchObject({ object: 'approval', status: 'waiting', note: 'Please look' })
  const [token] = first.url.split('/approve/').slice(1)
  expect(await findPageByToken(ctx.db.query, approval, token!)).toMatchObject({ id: first.id })
  const second = await create('Again')
  await expect(create('Too many')).rejects.toMatchObject({ code: 'limit_reached' })

  expect(await revokePage(ctx, scope, approval, second.id)).toMatchObject({
    status: 'revoked',
    comments: [],
  })
  expect(await statusesOf({})).toEqual(['revoked', 'waiting'])
  expect(await statusesOf({ status: ['waiting'] })).toEqual(['waiting'])
  clock.advance(60_000)
  expect(await statusesOf({ status: ['expired'] })).toEqual(['expired'])
  await expect(revokePage(ctx, scope, approval, first.id)).rejects.toMatchObject({
    code: 'post_not_editable',
  })
})
