import { afterAll, beforeAll, expect } from 'vitest'
import { sharedChromium } from './browser.ts'

/** Starts the worker's Chromium before open handles are counted. */
beforeAll(async () => void (await sharedChromium()))

/** A page left open would keep sending requests to the closed server of this file. */
afterAll(async () => {
  expect((await sharedChromium()).contexts().length, 'browser contexts left open').toBe(0)
})
