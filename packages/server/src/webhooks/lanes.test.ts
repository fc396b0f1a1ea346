import { describe, expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

const begin = (lanes: ReturnType<typeof createLanes>, id: string, count: number) => {
  for (let times = 0; times < count; times += 1) lanes.begin(id, 0)
}

describe('slots', () => {
  test('an endpoint has 16, however much it has waiting', () => {
    const lanes = createLanes()
    lanes.note('a')
    expect(lanes.ask()).toEqual([{ endpointId: 'a', slots: 16, inFlight: 0 }])
    begin(lanes, 'a', 10)
    expect(lanes.ask()).toEqual([{ endpointId: 'a', slots: 6, inFlight: 10 }])
    begin(lanes, 'a', 6)
    expect(lanes.ask()).toEqual([])
  })

  test('all together have 256, shared evenly', () => {
    const lanes = createLanes()
    for (let number = 0; number < 100; number += 1) lanes.note(`e${number}`)
    const asks = lanes.ask()
    expect(asks.reduce((sum, ask) => sum + ask.slots, 0)).toBe(256)
    expect(Math.max(...asks.map((ask) => ask.slots))).toBeLessThanOrEqual(16)
    for (const ask of asks) begin(lanes, ask.endpointId, ask.slots)
    expect(lanes.ask()).toEqual([])
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
    lanes.answered(lanes.ask(), new Map([['a', 3]]))
    expect(lanes.hasWaiting()).toBe(false)
  })
})

describe('an endpoint that fails', () => {
  test('has one slot after five failures in a row, and 2, 4, 8, 16 as it succeeds again', () => {
    const lanes = createLanes()
    const slots = () => {
      lanes.note('a')
      return lanes.ask()[0]?.slots ?? 0
    }
    for (let failures = 1; failures <= 5; failures += 1) {
      expect(slots()).toBe(16)
      lanes.begin('a', 0)
      lanes.end('a', true)
    }
    const seen = [slots()]
    for (let successes = 0; successes < 5; successes += 1) {
      lanes.begin('a', 0)
      lanes.end('a', false)
      seen.push(slots())
    }
    expect(seen).toEqual([1, 2, 4, 8, 16, 16])
  })

  test('in another process has one slot here too', () => {
    const lanes = createLanes()
    lanes.note('a')
    lanes.begin('a', 7)
    expect(lanes.ask()).toEqual([])
  })
})
