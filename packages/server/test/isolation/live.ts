import type { Fixture } from './fixture.ts'
import { callOk } from './seed.ts'
import type { SignedInMember, Tenant } from './tenants.ts'

export type LiveListener = {
  name: string
  visibleTenants: readonly Tenant[]
  /** Whether it is told of what belongs to no profile. */
  seesOwnerEvents: boolean
  /** All that came, until now. */
  text(): string
  /** Waits until all that was changed before has been told. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** The live streams of members who must not hear of each other. */
export async function openLiveStreams(fixture: Fixture): Promise<LiveListener[]> {
  const { members, profiles } = fixture
  return [
    await listen(fixture, 'staff of A', members.a, 'a', {
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
  person: SignedInMember,
  tenant: 'a' | 'b' | 'other',
  hears: Pick<LiveListener, 'visibleTenants' | 'seesOwnerEvents'>,
  profile?: string,
): Promise<LiveListener> {
  const response = await fixture.testApp.app.request('/v1/live', {
    headers: {
      cookie: person.browser.cookie()!,
      ...(profile ? { 'service-profile': profile } : {}),
    },
  })
  if (response.status !== 200) throw new Error(`${name}: ${response.status}`)
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let isOver = false
  let wake = () => {}
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (!done) text += decoder.decode(value)
      isOver = done
      wake()
      if (done) return
    }
  })()
  const testApp = tenant === 'other' ? fixture.otherApp : fixture.testApp
  const noticed = async () => {
    const length = text.length
    await callOk(testApp, 'POST', '/v1/posts', { text: 'Heard?' }, fixture.profiles[tenant])
    while (!isOver && !text.slice(length).includes(fixture.profiles[tenant])) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    name,
    ...hears,
    text: () => text,
    catchUp: async () => {
      // The first notice may be of what was changed just before.
      await noticed()
      await noticed()
    },
    close: async () => {
      await reader.cancel()
      await reading
    },
  }
}
