import { expect, test } from 'vitest'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PublishInput } from '../contract/publish.ts'
import { readJob } from './job.ts'
import { continueUpload, sendThumbnail, startUpload } from './upload.ts'

const access = 'opaque-access-token'
const refusal = { error: { message: `Invalid: ${access}`, errors: [{ reason: 'forbidden' }] } }
const base = 'https://youtube.example'
const setup = {
  app: {
    clientId: 'id',
    clientSecret: 'secret',
    bases: { authorize: base, token: base, api: base },
  },
  quota: { spend: async () => 1 },
  now: () => new Date('2026-11-29T09:00:00.000Z'),
  call: async () => ({ status: 403, headers: {}, text: JSON.stringify(refusal) }),
} as unknown as PlatformSetup

function jobOf(progress: object) {
  const options = { title: 'Kneading', audience: 'not_made_for_kids' }
  const video = { id: 'med_1', type: 'video', size: 4, read: async () => Buffer.alloc(4) }
  const content = { text: '', options, media: [video] }
  return readJob({ content, tokens: { access }, progress } as unknown as PublishInput)
}

const session = { sessionUrl: `${base}/session`, startedAt: '2026-11-29T08:59:00.000Z' }

test.each([
  ['the start of an upload', () => startUpload(setup, jobOf({}))],
  ['a chunk', () => continueUpload(setup, jobOf(session))],
  [
    'a thumbnail',
    () => sendThumbnail(setup, jobOf({}), { type: 'image/png', data: Buffer.alloc(1) }),
  ],
])('the error of %s that quotes the access token does not contain it', async (_name, call) => {
  await expect(call()).rejects.toMatchObject({ platformMessage: 'Invalid: [hidden]' })
})
