import { afterAll, beforeAll, expect } from 'vitest'
import { sharedChromium } from './browser.ts'

/** Starts the worker's Chromium before open handles are counted. */
beforeAll(async () => void (await sharedChromium()))

/**
 * A page left open would keep sending requests to the closed server of this file. It is closed, so that the next
 * file of the worker does not fail for it.
 */
afterAll(async () => {
  const leftOpen = (await sharedChromium()).contexts()
  await Promise.all(leftOpen.map((context) => context.close()))
  expect(leftOpen.length, 'browser contexts left open').toBe(0)
})
