import { describe, expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

type Lanes = ReturnType<typeof createLanes>

const begin = (lanes: Lanes, id: string, count: number, origin = `https://${id}`) => {
  for (let times = 0; times < count; times += 1) lanes.begin(id, origin, 0)
}
/** An endpoint that has shown that it answers. */
const prove = (lanes: Lanes, id: string, origin = `https://${id}`) => {
  for (let times = 0; times < 3; times += 1) {
    lanes.begin(id, origin, 0)
    lanes.end(id, false)
  }
}
const slotsOf = (lanes: Lanes, id: string) => {
  lanes.note(id)
  return lanes.ask().find((ask) => ask.endpointId === id)?.slots ?? 0
}

describe('slots', () => {
  test('an endpoint has 16, however much it has waiting', () => {
    const lanes = createLanes()
    prove(lanes, 'a')
    lanes.note('a')
    expect(lanes.ask()).toEqual([{ endpointId: 'a', slots: 16, inFlight: 0 }])
    begin(lanes, 'a', 10)
    expect(lanes.ask()).toEqual([{ endpointId: 'a', slots: 6, inFlight: 10 }])
    begin(lanes, 'a', 6)
    expect(lanes.ask()).toEqual([])
  })

  test('all together have 256, shared evenly', () => {
    const lanes = createLanes()
    for (let number = 0; number < 100; number += 1) {
      prove(lanes, `e${number}`)
      lanes.note(`e${number}`)
    }
    const asks = lanes.ask()
    expect(asks.reduce((sum, ask) => sum + ask.slots, 0)).toBe(256)
    for (const ask of asks) begin(lanes, ask.endpointId, ask.slots)
    expect(lanes.ask()).toEqual([])
  })

  test('all endpoints at one origin have 64', () => {
    const lanes = createLanes()
    for (let number = 0; number < 10; number += 1) {
      prove(lanes, `e${number}`, 'https://one.example.com')
      lanes.note(`e${number}`)
    }
    const asks = lanes.ask()
    expect(asks.reduce((sum, ask) => sum + ask.slots, 0)).toBe(64)
    for (const ask of asks) begin(lanes, ask.endpointId, ask.slots, 'https://one.example.com')
    expect(lanes.ask()).toEqual([])
    prove(lanes, 'elsewhere')
    expect(slotsOf(lanes, 'elsewhere')).toBe(16)
  })

  test('who was asked stands behind who was not', () => {
    const lanes = createLanes()
    for (let number = 0; number < 300; number += 1) lanes.note(`e${number}`)
    const first = lanes.ask()
    expect(first).toHaveLength(256)
    lanes.answered(first, new Map(first.map((ask) => [ask.endpointId, ask.slots])))
    const second = lanes.ask().map((ask) => ask.endpointId)
    expect(second.slice(0, 44)).toEqual(Array.from({ length: 44 }, (_, place) => `e${place + 256}`))
  })

  test('who gave less than was asked is not asked again', () => {
    const lanes = createLanes()
    lanes.note('a')
    lanes.answered(lanes.ask(), new Map([['a', 1]]))
    expect(lanes.hasWaiting()).toBe(false)
  })
})

describe('an endpoint', () => {
  test('begins with 2 and has 4, 8, 16 as it answers', () => {
    const lanes = createLanes()
    const seen = [slotsOf(lanes, 'a')]
    for (let successes = 0; successes < 4; successes += 1) {
      begin(lanes, 'a', 1)
      lanes.end('a', false)
      seen.push(slotsOf(lanes, 'a'))
    }
    expect(seen).toEqual([2, 4, 8, 16, 16])
  })

  test('has one after five failures in a row, and more as it succeeds again', () => {
    const lanes = createLanes()
    prove(lanes, 'a')
    for (let failures = 1; failures <= 5; failures += 1) {
      expect(slotsOf(lanes, 'a')).toBe(16)
      begin(lanes, 'a', 1)
      lanes.end('a', true)
    }
    expect(slotsOf(lanes, 'a')).toBe(1)
    prove(lanes, 'a')
    expect(slotsOf(lanes, 'a')).toBe(8)
  })

  test('that fails in another process has one here too', () => {
    const lanes = createLanes()
    lanes.note('a')
    lanes.begin('a', 'https://a', 7)
    expect(lanes.ask()).toEqual([])
  })
})
