import { afterAll, beforeAll, expect } from 'vitest'
import { sharedChromium } from './browser.ts'

/** Starts the worker's Chromium before the open handles are counted. */
beforeAll(async () => void (await sharedChromium()))

/** A page that is left open would go on asking the server of a file that has ended. */
afterAll(async () => {
  expect((await sharedChromium()).contexts().length, 'browser contexts left open').toBe(0)
})
