import { describe, expect, test } from 'vitest'
import { createEndpointQueues } from './endpoint-queues.ts'

/** Endpoint queues that record what was started and what was released. */
function openQueues() {
  const queues = createEndpointQueues()
  const started: string[] = []
  const released: string[] = []
  const add = (
    id: string,
    count = 1,
    origin = `https://${id}`,
    consecutiveFailures = 0,
    ownerId = 'own_a',
  ) => {
    for (let times = 0; times < count; times += 1) {
      queues.add(
        id,
        { ownerId, origin, consecutiveFailures },
        {
          start: () => void started.push(id),
          release: () => void released.push(id),
        },
      )
    }
  }
  /** Three successes, so that the endpoint may have 16 attempts in flight. */
  const succeed = (id: string, origin = `https://${id}`, ownerId = 'own_a') => {
    for (let times = 0; times < 3; times += 1) {
      add(id, 1, origin, 0, ownerId)
      queues.finish(id, false)
      queues.markWritten(1)
    }
    started.length = 0
  }
  const slotsOf = (id: string) => {
    queues.addDue(id, 'own_a')
    return queues.claimRequests().find((request) => request.endpointId === id)?.slots ?? 0
  }
  return { queues, started, released, add, succeed, slotsOf }
}

describe('in flight', () => {
  test('an endpoint has 16 in flight; 48 more are queued and start as slots become free', () => {
    const { queues, started, add, succeed } = openQueues()
    succeed('a')
    queues.addDue('a', 'own_a')
    expect(queues.claimRequests()).toEqual([{ endpointId: 'a', slots: 64, claimed: 0 }])
    add('a', 64)
    expect(started).toHaveLength(16)
    expect(queues.claimRequests()).toEqual([])
    queues.finish('a', false)
    expect(started).toHaveLength(17)
    expect(queues.claimRequests()).toEqual([{ endpointId: 'a', slots: 1, claimed: 63 }])
  })

  test('all endpoints together have 256 in flight, shared evenly', () => {
    const { queues, started, add, succeed } = openQueues()
    for (let number = 0; number < 100; number += 1) {
      succeed(`e${number}`)
      queues.addDue(`e${number}`, 'own_a')
    }
    const requests = queues.claimRequests()
    expect(requests.reduce((sum, request) => sum + request.slots, 0)).toBe(1_024)
    expect(new Set(requests.slice(0, 90).map((request) => request.slots)).size).toBe(1)
    for (const request of requests) add(request.endpointId, request.slots)
    expect(started).toHaveLength(256)
    expect(queues.claimRequests()).toEqual([])
  })

  test('all endpoints of one origin have 64 in flight', () => {
    const { queues, started, add, succeed, slotsOf } = openQueues()
    const origin = 'https://one.example.com'
    for (let number = 0; number < 10; number += 1) {
      succeed(`e${number}`, origin)
      queues.addDue(`e${number}`, 'own_a')
    }
    const requests = queues.claimRequests()
    expect(requests.reduce((sum, request) => sum + request.slots, 0)).toBe(256)
    for (const request of requests) add(request.endpointId, request.slots, origin)
    expect(started).toHaveLength(64)
    expect(queues.claimRequests()).toEqual([])
    succeed('elsewhere')
    expect(slotsOf('elsewhere')).toBe(64)
  })

  test('nothing starts while 384 attempts are in flight or unwritten', () => {
    const { queues, started, add, succeed } = openQueues()
    const ids = Array.from({ length: 40 }, (_, number) => `e${number}`)
    for (const id of ids) succeed(id)
    for (const id of ids) add(id, 16)
    expect(started).toHaveLength(256)
    for (const id of started.slice(0, 200)) queues.finish(id, false)
    expect(started).toHaveLength(384)
    queues.markWritten(50)
    expect(started).toHaveLength(434)
  })

  test('a free slot goes to the least recently started endpoint', () => {
    const { queues, started, add, succeed } = openQueues()
    for (const id of ['a', 'b', 'c', 'd', 'e']) succeed(id, 'https://one.example.com')
    for (const id of ['a', 'b', 'c', 'd', 'e']) add(id, 16, 'https://one.example.com')
    expect(started.filter((id) => id === 'e')).toHaveLength(0)
    queues.finish('a', false)
    expect(started.at(-1)).toBe('e')
  })
})

describe('owners', () => {
  /** 100 endpoints of the first owner, one of the second. */
  const twoOwners = () => {
    const { queues, started, add, succeed } = openQueues()
    for (let number = 0; number < 100; number += 1) succeed(`a${number}`)
    succeed('b', 'https://b', 'own_b')
    for (let number = 0; number < 100; number += 1) queues.addDue(`a${number}`, 'own_a')
    queues.addDue('b', 'own_b')
    return { queues, started, add }
  }

  test('claimable slots are shared evenly, however many endpoints each owner has', () => {
    const { queues } = twoOwners()
    const requests = new Map(
      queues.claimRequests().map((request) => [request.endpointId, request.slots]),
    )
    expect(requests.get('b')).toBe(64)
    expect(Math.max(...[...requests.values()])).toBe(64)
    expect([...requests.values()].reduce((sum, slots) => sum + slots, 0)).toBe(1_024)
  })

  test('a free slot goes to the owner with the fewest attempts in flight', () => {
    const { queues, started, add } = twoOwners()
    for (let number = 0; number < 100; number += 1) add(`a${number}`, 4)
    expect(started).toHaveLength(256)
    add('b', 16, 'https://b', 0, 'own_b')
    expect(started).not.toContain('b')
    for (let count = 0; count < 32; count += 1) queues.finish(`a${count}`, false)
    expect(started.slice(256, 272)).toEqual(Array.from({ length: 16 }, () => 'b'))
    expect(started).toHaveLength(288)
  })
})

test('all failing endpoints together have a quarter of the slots', () => {
  const { queues, started, add, succeed } = openQueues()
  for (let number = 0; number < 100; number += 1) add(`bad${number}`, 1, undefined, 5)
  expect(started).toHaveLength(64)
  succeed('good')
  add('good', 16)
  expect(started.filter((id) => id === 'good')).toHaveLength(16)
  queues.finish('bad0', true)
  expect(started.at(-1)).toBe('bad64')
})

describe('claiming', () => {
  test('endpoints that were claimed come after those that were not', () => {
    const { queues } = openQueues()
    for (let number = 0; number < 600; number += 1) queues.addDue(`e${number}`, 'own_a')
    const first = queues.claimRequests()
    expect(first).toHaveLength(512)
    queues.afterClaim(first, new Map(first.map((request) => [request.endpointId, request.slots])))
    const second = queues.claimRequests().map((request) => request.endpointId)
    expect(second.slice(0, 88)).toEqual(Array.from({ length: 88 }, (_, index) => `e${index + 512}`))
  })

  test('an endpoint with fewer due deliveries than requested is not claimed again', () => {
    const { queues } = openQueues()
    queues.addDue('a', 'own_a')
    queues.afterClaim(queues.claimRequests(), new Map([['a', 1]]))
    expect(queues.hasDue()).toBe(false)
  })

  test('happens again only when few deliveries are queued', () => {
    const { queues, add, succeed } = openQueues()
    succeed('a')
    queues.addDue('a', 'own_a')
    add('a', 64)
    expect(queues.shouldClaim('a')).toBe(false)
    for (let count = 0; count < 36; count += 1) queues.finish('a', false)
    expect(queues.shouldClaim('a')).toBe(true)
  })
})

test('an endpoint without queued deliveries is claimed even if its origin has many', () => {
  const { queues, add, succeed } = openQueues()
  const origin = 'https://one.example.com'
  for (const id of ['a', 'b']) succeed(id, origin)
  queues.addDue('a', 'own_a')
  add('b', 64, origin)
  expect(queues.shouldClaim('a')).toBe(true)
})

describe('an endpoint', () => {
  test('starts with 2 in flight and has 4, 8, 16 as it succeeds', () => {
    const { queues, add, slotsOf } = openQueues()
    const seen = [slotsOf('a')]
    for (let successes = 0; successes < 4; successes += 1) {
      add('a')
      queues.finish('a', false)
      seen.push(slotsOf('a'))
    }
    expect(seen).toEqual([2, 16, 32, 64, 64])
  })

  test('has 1 slot after five consecutive failures, and more as it succeeds again', () => {
    const { queues, add, succeed, slotsOf } = openQueues()
    succeed('a')
    for (let failures = 1; failures <= 5; failures += 1) {
      expect(slotsOf('a')).toBe(64)
      add('a')
      queues.finish('a', true)
    }
    expect(slotsOf('a')).toBe(1)
    succeed('a')
    expect(slotsOf('a')).toBe(32)
  })

  test('that starts to fail has its queued deliveries released', () => {
    const { queues, started, released, add, succeed, slotsOf } = openQueues()
    succeed('a')
    add('a', 32)
    for (let failures = 0; failures < 5; failures += 1) queues.finish('a', true)
    expect(started).toHaveLength(20)
    expect(released).toHaveLength(12)
    for (let failures = 0; failures < 15; failures += 1) queues.finish('a', true)
    expect(started).toHaveLength(20)
    expect(slotsOf('a')).toBe(1)
  })

  test('that fails in another process has 1 slot in this one too', () => {
    const { queues, add } = openQueues()
    queues.addDue('a', 'own_a')
    add('a', 1, 'https://a', 7)
    expect(queues.claimRequests()).toEqual([])
  })
})

test('queued deliveries are released when the process stops', () => {
  const { queues, started, released, add, succeed } = openQueues()
  succeed('a')
  add('a', 32)
  queues.releaseAll()
  expect(released).toHaveLength(16)
  for (let count = 0; count < 16; count += 1) queues.finish('a', false)
  expect(started).toHaveLength(16)
})
