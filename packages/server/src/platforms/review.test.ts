import { expect, test } from 'vitest'
import { needsApp } from '../core/networks.ts'
import { platformDefinitions } from './registry.ts'

test('a network has a review exactly if it needs an app of the installation', () => {
  const reviewed = platformDefinitions.filter(({ review }) => review).map(({ value }) => value)
  expect(reviewed).toEqual(platformDefinitions.map(({ value }) => value).filter(needsApp))
})

test.each(platformDefinitions.filter(({ review }) => review))(
  'the review of $value gives a reason for each permission that its login asks for',
  ({ review, permissions }) => {
    expect(Object.keys(review!.reasons).sort()).toEqual(
      permissions.map(({ scope }) => scope).sort(),
    )
    for (const { feature, without } of Object.values(review!.reasons)) {
      expect(feature).toMatch(/\.$/)
      expect(without).toMatch(/\.$/)
    }
  },
)

test.each(platformDefinitions.filter(({ review }) => review))(
  'the review of $value names a field for each address that the network calls',
  ({ review, inbound }) => {
    const values = review!.settings.map(({ value }) => value)
    expect(new Set(values).size).toBe(values.length)
    expect(values).toEqual(expect.arrayContaining(['brand_name', 'privacy_policy', 'redirect_uri']))
    expect(values.includes('webhooks')).toBe(inbound !== undefined)
    const isSigned = inbound?.readSignedRequest !== undefined
    expect(values.includes('deauthorize_callback')).toBe(isSigned)
    expect(values.includes('deletion_callback')).toBe(isSigned)
  },
)
