import { expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../../test/build.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { claimTargets, type TargetClaim } from './claim.ts'

const slots = 256
const testApp = useTestApp()

/** Targets that are due now, each on its own account; returns the profile. */
async function addDueTargets(count: number, server: string): Promise<string> {
  const { id } = await buildProfile(testApp)
  const accounts: string[] = []
  for (let index = 0; index < count; index += 1) {
    const granted = {
      facts: { server, software: null },
      granted: ['threads_basic', 'threads_content_publish'],
    }
    accounts.push((await buildAccount(testApp, { profile_id: id, granted })).id)
  }
  for (let start = 0; start < count; start += 50) {
    const targets = accounts.slice(start, start + 50).map((account_id) => ({ account_id }))
    const { status, body } = await testApp.call('POST', '/v1/posts', {
      text: `Bread ${start}`,
      mode: 'now',
      targets,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
  }
  testApp.clock.advance(1_000)
  return id
}

const claim = (rows: number, running: readonly TargetClaim[] = []) =>
  claimTargets(testApp.ctx.db, testApp.clock.now(), rows, running)
const profilesOf = (claims: readonly TargetClaim[]) =>
  Map.groupBy(claims, ({ profileId }) => profileId)

test('accounts at a server that never answers do not hold up the posts of other clients', async () => {
  const slow = [
    await addDueTargets(70, 'slow.example'),
    await addDueTargets(70, 'slow.example'),
    await addDueTargets(70, 'slow.example'),
  ]
  const other = await addDueTargets(1, 'fast.example')
  const first = await claim(slots)
  const counts = profilesOf(first)
  // A profile has a quarter of the slots, a server half of them.
  expect(slow.map((id) => counts.get(id)?.length)).toEqual([43, 43, 42])
  expect(counts.get(other)).toHaveLength(1)

  const later = await addDueTargets(1, 'fast.example')
  const second = await claim(slots - first.length, first)
  expect([...profilesOf(second).keys()]).toEqual([later])

  // A run that ended makes room for one of the same server.
  const [ended] = counts.get(slow[0]!)!
  const third = await claim(slots, [...first.filter((row) => row !== ended), ...second])
  expect(third.map(({ server }) => server)).toEqual(['slow.example'])
})
