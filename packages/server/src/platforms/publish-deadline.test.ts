import { expect, test } from 'vitest'
import { sampleImage, sampleInput, sampleVideo } from '../../test/platforms/publish-samples.ts'
import { scriptedSetup } from '../../test/platforms/scripted.ts'
import { limits } from '../core/limits.ts'
import { createFacebook } from './facebook/index.ts'
import { createInstagram } from './instagram/index.ts'
import { createThreads } from './threads/index.ts'

const { setup, requests } = scriptedSetup({
  'GET /v1.0/me/threads_publishing_limit': '{"data":[]}',
  'GET /v25.0/me/content_publishing_limit': '{"data":[]}',
  'POST /v1.0/me/threads': '{"id":"1"}',
  'POST /v1.0/me/threads_publish': '{"id":"2"}',
  'POST /v25.0/me/media': '{"id":"3"}',
  'POST /v25.0/1/photos': '{"id":"4"}',
  'POST /v25.0/1/videos': '{"id":"5"}',
})

test.each([
  ['threads', createThreads, 'prepare', sampleImage(), '/v1.0/me/threads'],
  ['instagram', createInstagram, 'prepare', sampleImage(), '/v25.0/me/media'],
  ['facebook, a photo', createFacebook, 'prepare', sampleImage(), '/v25.0/1/photos'],
  ['facebook, a video', createFacebook, 'commit', sampleVideo(), '/v25.0/1/videos'],
] as const)('%s: a call that waits for a file has the upload deadline', async (...row) => {
  const [, create, step, media, path] = row
  requests.length = 0
  await create(setup).publish![step](sampleInput({ text: 'Bread', media: [media] }))
  const call = requests.find(({ url }) => url.pathname === path)
  expect(call?.deadlineMs).toBe(limits.platform.uploadDeadlineMs)
})

test('a call without a file has the default deadline', async () => {
  requests.length = 0
  await createThreads(setup).publish!.commit(sampleInput({ text: 'Bread' }, { container: '1' }))
  expect(requests.map(({ deadlineMs }) => deadlineMs)).toEqual([limits.platform.deadlineMs])
})
