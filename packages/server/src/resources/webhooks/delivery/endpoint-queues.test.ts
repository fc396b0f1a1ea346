import { describe, expect, test } from 'vitest'
import { createEndpointQueues } from './endpoint-queues.ts'

/** Lanes that count what has begun and what was given back. */
function counted() {
  const lanes = createEndpointQueues()
  const begun: string[] = []
  const returned: string[] = []
  const take = (
    id: string,
    count = 1,
    origin = `https://${id}`,
    failuresKnown = 0,
    ownerId = 'own_a',
  ) => {
    for (let times = 0; times < count; times += 1) {
      lanes.take(
        id,
        { ownerId, origin, failuresKnown },
        {
          start: () => void begun.push(id),
          release: () => void returned.push(id),
        },
      )
    }
  }
  /** An endpoint that has shown that it answers. */
  const prove = (id: string, origin = `https://${id}`, ownerId = 'own_a') => {
    for (let times = 0; times < 3; times += 1) {
      take(id, 1, origin, 0, ownerId)
      lanes.end(id, false)
      lanes.written(1)
    }
    begun.length = 0
  }
  const slotsOf = (id: string) => {
    lanes.note(id, 'own_a')
    return lanes.ask().find((ask) => ask.endpointId === id)?.slots ?? 0
  }
  return { lanes, begun, returned, take, prove, slotsOf }
}

describe('in flight', () => {
  test('an endpoint has 16; three times as many are held and begin as slots become free', () => {
    const { lanes, begun, take, prove } = counted()
    prove('a')
    lanes.note('a', 'own_a')
    expect(lanes.ask()).toEqual([{ endpointId: 'a', slots: 64, inFlight: 0 }])
    take('a', 64)
    expect(begun).toHaveLength(16)
    expect(lanes.ask()).toEqual([])
    lanes.end('a', false)
    expect(begun).toHaveLength(17)
    expect(lanes.ask()).toEqual([{ endpointId: 'a', slots: 1, inFlight: 63 }])
  })

  test('all together have 256, shared evenly', () => {
    const { lanes, begun, take, prove } = counted()
    for (let number = 0; number < 100; number += 1) {
      prove(`e${number}`)
      lanes.note(`e${number}`, 'own_a')
    }
    const asks = lanes.ask()
    expect(asks.reduce((sum, ask) => sum + ask.slots, 0)).toBe(1_024)
    expect(new Set(asks.slice(0, 90).map((ask) => ask.slots)).size).toBe(1)
    for (const ask of asks) take(ask.endpointId, ask.slots)
    expect(begun).toHaveLength(256)
    expect(lanes.ask()).toEqual([])
  })

  test('all endpoints at one origin have 64', () => {
    const { lanes, begun, take, prove, slotsOf } = counted()
    const origin = 'https://one.example.com'
    for (let number = 0; number < 10; number += 1) {
      prove(`e${number}`, origin)
      lanes.note(`e${number}`, 'own_a')
    }
    const asks = lanes.ask()
    expect(asks.reduce((sum, ask) => sum + ask.slots, 0)).toBe(256)
    for (const ask of asks) take(ask.endpointId, ask.slots, origin)
    expect(begun).toHaveLength(64)
    expect(lanes.ask()).toEqual([])
    prove('elsewhere')
    expect(slotsOf('elsewhere')).toBe(64)
  })

  test('what is sent and not written counts: with 384 of both nothing more begins', () => {
    const { lanes, begun, take, prove } = counted()
    const ids = Array.from({ length: 40 }, (_, number) => `e${number}`)
    for (const id of ids) prove(id)
    for (const id of ids) take(id, 16)
    expect(begun).toHaveLength(256)
    for (const id of begun.slice(0, 200)) lanes.end(id, false)
    expect(begun).toHaveLength(384)
    lanes.written(50)
    expect(begun).toHaveLength(434)
  })

  test('a slot that becomes free goes to who has begun nothing for the longest', () => {
    const { lanes, begun, take, prove } = counted()
    for (const id of ['a', 'b', 'c', 'd', 'e']) prove(id, 'https://one.example.com')
    for (const id of ['a', 'b', 'c', 'd', 'e']) take(id, 16, 'https://one.example.com')
    expect(begun.filter((id) => id === 'e')).toHaveLength(0)
    lanes.end('a', false)
    expect(begun.at(-1)).toBe('e')
  })
})

describe('owners', () => {
  /** 100 endpoints of one, then one of another. */
  const crowded = () => {
    const { lanes, begun, take, prove } = counted()
    for (let number = 0; number < 100; number += 1) prove(`a${number}`)
    prove('b', 'https://b', 'own_b')
    for (let number = 0; number < 100; number += 1) lanes.note(`a${number}`, 'own_a')
    lanes.note('b', 'own_b')
    return { lanes, begun, take }
  }

  test('share what may be claimed evenly, whatever the number of their endpoints', () => {
    const { lanes } = crowded()
    const asks = new Map(lanes.ask().map((ask) => [ask.endpointId, ask.slots]))
    expect(asks.get('b')).toBe(64)
    expect(Math.max(...[...asks.values()])).toBe(64)
    expect([...asks.values()].reduce((sum, slots) => sum + slots, 0)).toBe(1_024)
  })

  test('take turns when a slot becomes free', () => {
    const { lanes, begun, take } = crowded()
    for (let number = 0; number < 100; number += 1) take(`a${number}`, 4)
    expect(begun).toHaveLength(256)
    take('b', 16, 'https://b', 0, 'own_b')
    expect(begun).not.toContain('b')
    for (let ended = 0; ended < 32; ended += 1) lanes.end(`a${ended}`, false)
    expect(begun.slice(256, 272)).toEqual(Array.from({ length: 16 }, () => 'b'))
    expect(begun).toHaveLength(288)
  })
})

test('endpoints that fail have a quarter of the slots together', () => {
  const { lanes, begun, take, prove } = counted()
  for (let number = 0; number < 100; number += 1) take(`bad${number}`, 1, undefined, 5)
  expect(begun).toHaveLength(64)
  prove('good')
  take('good', 16)
  expect(begun.filter((id) => id === 'good')).toHaveLength(16)
  lanes.end('bad0', true)
  expect(begun.at(-1)).toBe('bad64')
})

describe('claiming', () => {
  test('who was asked stands behind who was not', () => {
    const { lanes } = counted()
    for (let number = 0; number < 600; number += 1) lanes.note(`e${number}`, 'own_a')
    const first = lanes.ask()
    expect(first).toHaveLength(512)
    lanes.answered(first, new Map(first.map((ask) => [ask.endpointId, ask.slots])))
    const second = lanes.ask().map((ask) => ask.endpointId)
    expect(second.slice(0, 88)).toEqual(Array.from({ length: 88 }, (_, place) => `e${place + 512}`))
  })

  test('who gave less than was asked is not asked again', () => {
    const { lanes } = counted()
    lanes.note('a', 'own_a')
    lanes.answered(lanes.ask(), new Map([['a', 1]]))
    expect(lanes.hasWaiting()).toBe(false)
  })

  test('is worth its while only when little is held', () => {
    const { lanes, take, prove } = counted()
    prove('a')
    lanes.note('a', 'own_a')
    take('a', 64)
    expect(lanes.wantsMore('a')).toBe(false)
    for (let ended = 0; ended < 36; ended += 1) lanes.end('a', false)
    expect(lanes.wantsMore('a')).toBe(true)
  })
})

test('an empty endpoint does not wait until its neighbours at one origin have drained', () => {
  const { lanes, take, prove } = counted()
  const origin = 'https://one.example.com'
  for (const id of ['a', 'b']) prove(id, origin)
  lanes.note('a', 'own_a')
  take('b', 64, origin)
  expect(lanes.wantsMore('a')).toBe(true)
})

describe('an endpoint', () => {
  test('begins with 2 and has 4, 8, 16 in flight as it answers', () => {
    const { lanes, take, slotsOf } = counted()
    const seen = [slotsOf('a')]
    for (let successes = 0; successes < 4; successes += 1) {
      take('a')
      lanes.end('a', false)
      seen.push(slotsOf('a'))
    }
    expect(seen).toEqual([2, 16, 32, 64, 64])
  })

  test('has one after five failures in a row, and more as it succeeds again', () => {
    const { lanes, take, prove, slotsOf } = counted()
    prove('a')
    for (let failures = 1; failures <= 5; failures += 1) {
      expect(slotsOf('a')).toBe(64)
      take('a')
      lanes.end('a', true)
    }
    expect(slotsOf('a')).toBe(1)
    prove('a')
    expect(slotsOf('a')).toBe(32)
  })

  test('that begins to fail gives back what is held for it', () => {
    const { lanes, begun, returned, take, prove, slotsOf } = counted()
    prove('a')
    take('a', 32)
    for (let failures = 0; failures < 5; failures += 1) lanes.end('a', true)
    expect(begun).toHaveLength(20)
    expect(returned).toHaveLength(12)
    for (let failures = 0; failures < 15; failures += 1) lanes.end('a', true)
    expect(begun).toHaveLength(20)
    expect(slotsOf('a')).toBe(1)
  })

  test('that fails in another process has one here too', () => {
    const { lanes, take } = counted()
    lanes.note('a', 'own_a')
    take('a', 1, 'https://a', 7)
    expect(lanes.ask()).toEqual([])
  })
})

test('what is held when the process stops is given back', () => {
  const { lanes, begun, returned, take, prove } = counted()
  prove('a')
  take('a', 32)
  lanes.giveBackAll()
  expect(returned).toHaveLength(16)
  for (let ended = 0; ended < 16; ended += 1) lanes.end('a', false)
  expect(begun).toHaveLength(16)
})
