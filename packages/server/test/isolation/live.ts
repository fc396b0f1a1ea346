import { made } from './furnish.ts'
import type { Person, Space } from './spaces.ts'
import type { World } from './world.ts'

export type Heard = {
  name: string
  sees: readonly Space[]
  /** Whether it is told of what belongs to no profile. */
  hearsAll: boolean
  /** All that came, until now. */
  text(): string
  /** Waits until all that was changed before has been told. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** The live streams of people who must not hear of each other. */
export async function openStreams(world: World): Promise<Heard[]> {
  const { people, profiles } = world
  return [
    await listen(world, 'staff of A', people.a, 'a', { sees: ['a'], hearsAll: false }),
    await listen(world, 'staff of A and B', people.b, 'b', {
      sees: ['a', 'b'],
      hearsAll: false,
    }),
    await listen(
      world,
      'owner in A',
      people.owner,
      'a',
      { sees: ['a'], hearsAll: false },
      profiles.a,
    ),
    await listen(world, 'another owner', people.other, 'other', {
      sees: ['other'],
      hearsAll: true,
    }),
  ]
}

async function listen(
  world: World,
  name: string,
  person: Person,
  space: 'a' | 'b' | 'other',
  hears: Pick<Heard, 'sees' | 'hearsAll'>,
  profile?: string,
): Promise<Heard> {
  const response = await world.testApp.app.request('/v1/live', {
    headers: {
      cookie: person.visitor.cookie()!,
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
  const testApp = space === 'other' ? world.otherApp : world.testApp
  const noticed = async () => {
    const length = text.length
    await made(testApp, 'POST', '/v1/posts', { text: 'Heard?' }, world.profiles[space])
    while (!isOver && !text.slice(length).includes(world.profiles[space])) {
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
