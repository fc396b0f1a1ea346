import type { Fixture } from './fixture.ts'
import { callOk } from './seed.ts'
import type { SignedInMember, Tenant } from './tenants.ts'

export type LiveListener = {
  name: string
  visibleTenants: readonly Tenant[]
  /** Whether it gets notifications without a profile. */
  seesOwnerEvents: boolean
  /** Everything received so far. */
  text(): string
  /** Waits until all earlier changes have been notified. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Live streams of members who must not get each other's notifications. */
export async function openLiveStreams(fixture: Fixture): Promise<LiveListener[]> {
  const { members, profiles } = fixture
  return [
    await listen(fixture, 'staff of A', members.a, 'a', {
      visibleTenants: ['a'],
      seesOwnerEvents: false,
    }),
    await listen(fixture, 'contributor of A', members.contributor, 'a', {
      visibleTenants: ['a'],
      seesOwnerEvents: false,
    }),
    await listen(fixture, 'staff of A and B', members.b, 'b', {
      visibleTenants: ['a', 'b'],
      seesOwnerEvents: false,
    }),
    await listen(
      fixture,
      'owner in A',
      members.owner,
      'a',
      { visibleTenants: ['a'], seesOwnerEvents: false },
      profiles.a,
    ),
    await listen(fixture, 'another owner', members.other, 'other', {
      visibleTenants: ['other'],
      seesOwnerEvents: true,
    }),
  ]
}

async function listen(
  fixture: Fixture,
  name: string,
  member: SignedInMember,
  tenant: 'a' | 'b' | 'other',
  visibility: Pick<LiveListener, 'visibleTenants' | 'seesOwnerEvents'>,
  profile?: string,
): Promise<LiveListener> {
  const response = await fixture.testApp.app.request('/v1/live', {
    headers: {
      cookie: member.browser.cookie()!,
      ...(profile ? { 'service-profile': profile } : {}),
    },
  })
  if (response.status !== 200) throw new Error(`${name}: ${response.status}`)
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let isDone = false
  let wake = () => {}
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (!done) text += decoder.decode(value)
      isDone = done
      wake()
      if (done) return
    }
  })()
  const testApp = tenant === 'other' ? fixture.otherApp : fixture.testApp
  const waitForOwnChange = async () => {
    const length = text.length
    await callOk(testApp, 'POST', '/v1/posts', { text: 'Live' }, fixture.profiles[tenant])
    while (!isDone && !text.slice(length).includes(fixture.profiles[tenant])) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    name,
    ...visibility,
    text: () => text,
    catchUp: async () => {
      // The first notification may belong to an earlier change.
      await waitForOwnChange()
      await waitForOwnChange()
    },
    close: async () => {
      await reader.cancel()
      await reading
    },
  }
}
