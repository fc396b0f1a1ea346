import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PostMedia } from '../contract/publish.ts'
import type { Tokens } from '../contract/tokens.ts'
import { parseJson, platformId, readShape } from '../wire/json.ts'
import { uploadDeadlineMs } from '../wire/upload-deadline.ts'
import { originOf, type ServerCall, sendToServer, serverUrl } from './api.ts'
import { isNotFound } from './errors.ts'

const attachment = z.object({ id: platformId })
/** 202: uploaded, 206: still being processed (mastodon.md §3.1). */
const unfinished = [202, 206]

export type Upload = { id: string; isReady: boolean }

/** Sends a file with its alternative text. */
export async function uploadFile(
  setup: ServerCall,
  tokens: Tokens,
  media: PostMedia,
): Promise<Upload> {
  const { mimeType, size, altText, read } = media
  const fileName = `media.${mimeType.split('/')[1]}`
  const response = await refuseFile(
    sendToServer(setup, {
      method: 'POST',
      url: serverUrl(originOf(tokens), '/api/v2/media'),
      headers: { authorization: `Bearer ${tokens.access}` },
      parts: [
        ...(altText ? [{ name: 'description', value: altText }] : []),
        { name: 'file', fileName, type: mimeType, size, read: (first, last) => read(first, last) },
      ],
      deadlineMs: uploadDeadlineMs(size),
    }),
  )
  const { id } = readShape(attachment, parseJson(response.text))
  return { id, isReady: !unfinished.includes(response.status) }
}

/** Whether the server has processed the file; `null` if it no longer has it. */
export async function readUpload(
  setup: ServerCall,
  tokens: Tokens,
  id: string,
): Promise<boolean | null> {
  try {
    const response = await refuseFile(
      sendToServer(setup, {
        method: 'GET',
        url: serverUrl(originOf(tokens), '/api/v1/media', [id]),
        headers: { authorization: `Bearer ${tokens.access}` },
      }),
    )
    return !unfinished.includes(response.status)
  } catch (err) {
    if (isNotFound(err)) return null
    throw err
  }
}

/** A refusal is about the file, except that the server may no longer have it. */
async function refuseFile<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (err) {
    if (!(err instanceof PlatformError) || err.kind !== 'rejected' || isNotFound(err)) throw err
    const { platformCode, platformMessage } = err
    throw new PlatformError('rejected', {
      platformCode,
      platformMessage,
      reason: 'media_invalid',
      cause: err,
    })
  }
}
