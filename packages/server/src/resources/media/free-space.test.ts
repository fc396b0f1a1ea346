import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { requireFreeSpace } from './free-space.ts'

test('a disk with less free space than required → 503 with a sentence', async () => {
  await expect(requireFreeSpace(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^The storage .* is nearly full\./),
  })
})

test('a disk with enough free space accepts files', async () => {
  await expect(requireFreeSpace(tmpdir(), 1)).resolves.toBeUndefined()
})
