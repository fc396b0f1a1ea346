import { expect, test } from 'vitest'
import { fieldWords } from '../src/messages/api-error-message.ts'

test.each([
  ['targets.1.media', 'Media'],
  ['targets.0.first_comment', 'First comment'],
  ['name', 'Name'],
  ['media.0', 'Media'],
  ['', ''],
])('the field at the path %j is called %j', (path, words) => {
  expect(fieldWords(path)).toBe(words)
})
