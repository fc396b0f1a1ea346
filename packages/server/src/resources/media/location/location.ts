import { open } from 'node:fs/promises'
import { isHeic } from '../inspect/heic.ts'
import { blankHeicLocation } from './heic.ts'
import { blankImageLocation } from './image.ts'
import { blankVideoLocation } from './video.ts'

/** Removes location metadata in place, without re-encoding. Returns whether the file changed. */
export async function removeLocation(path: string, mimeType: string): Promise<boolean> {
  const file = await open(path, 'r+')
  try {
    if (mimeType === 'video/webm') return false
    if (mimeType.startsWith('video/')) return await blankVideoLocation(file)
    const bytes = await file.readFile()
    const isChanged = isHeic(mimeType)
      ? blankHeicLocation(bytes)
      : blankImageLocation(bytes, mimeType)
    if (isChanged) await file.write(bytes, 0, bytes.length, 0)
    return isChanged
  } finally {
    await file.close()
  }
}
