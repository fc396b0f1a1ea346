import { expect, test } from 'vitest'
import { fileNameOf } from '../src/pages/composer/media/file-name.ts'

test.each([
  ['https://example.com/photos/loaf.jpg?size=large', 'loaf.jpg'],
  ['https://example.com/loaf.final.webp', 'loaf.final.webp'],
  ['http://127.0.0.1:4100/pictures/1', '127.0.0.1:4100/pictures/1'],
  ['https://example.com/pictures/', 'example.com/pictures/'],
  ['https://example.com/.jpg', 'example.com/.jpg'],
  ['https://example.com/?id=1', 'example.com'],
])('the file at %s is called %s', (url, name) => {
  expect(fileNameOf(url)).toBe(name)
})
