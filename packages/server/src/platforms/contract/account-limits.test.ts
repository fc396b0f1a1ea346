import { describe, expect, test } from 'vitest'
import { sampleImage, sampleVideo, shortFindings } from '../../../test/platforms/publish-samples.ts'
import type { AccountFacts } from '../../core/account-facts.ts'
import { accountMediaLimits, accountMediaRules, accountTextLimits } from './account-limits.ts'
import { checkMedia, type MediaLimits, type MediaRules } from './media-rules.ts'

const text = { max: 500, unit: 'graphemes', urlChars: 23, maxByKind: { photos: 400 } } as const
const image: MediaRules = {
  type: 'image',
  mimeTypes: ['image/jpeg', 'image/png'],
  bytesMax: 16_000_000,
}
const video: MediaRules = { type: 'video', mimeTypes: ['video/mp4'], bytesMax: 99_000_000 }
const media: MediaLimits = {
  max: 4,
  isMixed: false,
  isRequired: false,
  altTextMax: 1_500,
  files: [image, video],
}
const none: AccountFacts = { server: 'social.example', software: 'Mastodon 4.6.0' }

test.each([
  ['no facts', null],
  ['facts without limits', none],
])('%s → the limits of the platform', (_name, facts) => {
  expect(accountTextLimits(text, facts)).toEqual(text)
  expect(accountMediaLimits(media, facts)).toEqual(media)
})

test('the limits of the server replace those of the platform', () => {
  const facts = { ...none, textMax: 5_000, urlChars: 30, mediaMax: 16, altTextMax: 5_000 }
  expect(accountTextLimits(text, facts)).toEqual({
    max: 5_000,
    maxByKind: {},
    unit: 'graphemes',
    urlChars: 30,
  })
  expect(accountMediaLimits(media, facts)).toMatchObject({ max: 16, altTextMax: 5_000 })
})

describe('a file', () => {
  const facts: AccountFacts = {
    ...none,
    imageBytesMax: 100_000,
    imagePixelsMax: 1_000_000,
    videoBytesMax: 40_000_000,
    mimeTypes: ['image/jpeg', 'image/webp', 'audio/mpeg'],
  }

  test('is limited in bytes and pixels by type', () => {
    const [images, videos] = accountMediaLimits(media, facts).files
    expect(images).toMatchObject({ bytesMax: 100_000, pixelsMax: 1_000_000 })
    expect(videos).toMatchObject({ bytesMax: 40_000_000 })
    expect(videos).not.toHaveProperty('pixelsMax')
  })

  test('above the limits of the server → errors with limit and actual value', () => {
    const rules = accountMediaRules(image, facts)
    expect(shortFindings(checkMedia('media.0', sampleImage(), rules))).toEqual([
      'error media.0 media_size 100000 200000',
      'error media.0 media_pixels 1000000 1166400',
    ])
  })

  test('of a type that the server does not accept → media_type', () => {
    const png = sampleImage({ mimeType: 'image/png', size: 1, width: 1, height: 1 })
    expect(shortFindings(checkMedia('media.0', png, accountMediaRules(image, facts)))).toEqual([
      'error media.0 media_type image/jpeg image/png',
    ])
  })

  test('a server without videos → the message says to remove the file', () => {
    const [finding] = checkMedia('media.0', sampleVideo(), accountMediaRules(video, facts))
    expect(finding?.message).toBe('The platform does not accept any video here. Remove the file.')
  })
})
