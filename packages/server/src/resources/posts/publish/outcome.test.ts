import { expect, test } from 'vitest'
import { ServiceError } from '../../../core/errors.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import { outcomeOf } from './outcome.ts'

const step = { isCommit: false, commitsNotReady: 0 }

test('an image that cannot be made smaller → the post fails with media_invalid', () => {
  const message = 'An animated image cannot be made smaller. Send a smaller file.'
  expect(outcomeOf(new ServiceError('media_invalid', { message }), step)).toEqual({
    next: 'fail',
    failure: { code: 'media_invalid', source: 'postern', message, retryable: false },
  })
})

test('a file that the platform could not fetch for now → retried, at last media_unreachable', () => {
  const err = new PlatformError('unavailable', { reason: 'media_unreachable' })
  expect(outcomeOf(err, step)).toMatchObject({
    next: 'retry',
    failure: { code: 'media_unreachable', source: 'platform', retryable: true },
  })
})

test('a refusal of how the post is sent → internal at once, with the words of the platform', () => {
  const platformMessage = 'The chunk size is invalid'
  const err = new PlatformError('rejected', { reason: 'request_invalid', platformMessage })
  expect(outcomeOf(err, step)).toMatchObject({
    next: 'fail',
    failure: {
      code: 'internal',
      source: 'platform',
      message: expect.stringMatching(/not the post itself.* The chunk size is invalid$/),
      retryable: false,
    },
  })
})

test('another error on our side → the attempt is retried', () => {
  expect(outcomeOf(new ServiceError('media_not_found'), step)).toMatchObject({
    next: 'retry',
    failure: { code: 'internal', source: 'postern' },
  })
})
