import { expect, test } from 'vitest'
import { formOf } from './upload.ts'

const bytes = new TextEncoder().encode('photo')

async function* stream() {
  yield bytes
}

test.each([
  ['bytes', () => bytes],
  ['a stream', stream],
] as const)('in an upload of %s the fields precede the file', async (_name, file) => {
  const { contentType, open } = formOf({ file: file(), alt_text: 'A loaf', keep_location: true })
  const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {}
  const form = await new Response(open() as FormData, { headers }).formData()
  expect([...form.keys()]).toEqual(['alt_text', 'keep_location', 'file'])
  expect([form.get('alt_text'), form.get('keep_location')]).toEqual(['A loaf', 'true'])
  expect(await (form.get('file') as File).text()).toBe('photo')
})
