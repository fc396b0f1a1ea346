import { once } from 'node:events'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import { invalidInput } from '../../../http/errors.ts'
import { issueSentence } from '../../../http/issue-sentence.ts'
import type { Upload } from '../../../http/route.ts'
import { mediaFormFields } from '../../../schemas/media.ts'
import { fileNameOf } from './file-name.ts'

const fieldBytesMax = limits.media.altTextCharsMax * 4

/**
 * Reads a multipart form with one `file` and optionally `alt_text` and `keep_location`; any other
 * part is 400. Streams the file to `save`, whose pace throttles the sender. `save` has always
 * settled before this function does.
 */
export async function readForm<Saved>(
  upload: Upload,
  save: (file: AsyncIterable<Uint8Array>) => Promise<Saved>,
): Promise<{
  saved: Saved
  name: string | null
  altText: string | null
  keepLocation: boolean
}> {
  const parser = openParser(upload.contentType)
  const fields = new Map<string, string>()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  let saving: Promise<Saved> | null = null
  let name: string | null = null
  let stopSaving = (_err: Error) => {}
  const fail = (err: Error) => {
    failure.reject(err)
    stopSaving(err)
  }
  parser.on('file', (field, file, fileName) => {
    file.on('error', () => {})
    if (field !== 'file' || saving) {
      file.resume()
      return fail(invalidField(field, 'Send exactly one file, named `file`.'))
    }
    stopSaving = (err) => file.destroy(err)
    name = fileNameOf(fileName)
    saving = save(file)
    saving.catch(fail)
  })
  parser.on('field', (name, value, _nameCut, isCut) => {
    if (name === 'file') return fail(invalidField('file', 'It must be a file with a file name.'))
    if (isCut) return fail(invalidField(name, `It is longer than ${fieldBytesMax} bytes.`))
    fields.set(name, value)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () =>
      fail(
        invalidField('file', 'Send one `file`, one `alt_text` and one `keep_location` at most.'),
      ),
    )
  }
  parser.on('error', (cause) => fail(malformed(cause)))
  try {
    for await (const chunk of upload.chunks()) {
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failure.promise])
    }
    const finished = once(parser, 'finish')
    parser.end()
    await Promise.race([finished, failure.promise])
    if (!saving) throw invalidField('file', 'This field is required.', 'required')
    const saved = await (saving as Promise<Saved>)
    const result = mediaFormFields.safeParse(Object.fromEntries(fields), {
      error: issueSentence,
    })
    if (!result.success) throw invalidInput(result.error)
    const { alt_text, keep_location } = result.data
    return { saved, name, altText: alt_text ?? null, keepLocation: keep_location === 'true' }
  } catch (err) {
    fail(err as Error)
    parser.destroy()
    await Promise.allSettled([saving])
    throw err
  }
}

function openParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 1, fields: 2, parts: 3, fieldSize: fieldBytesMax, fileSize: Infinity },
    })
  } catch (cause) {
    throw malformed(cause)
  }
}

function malformed(cause: unknown): ServiceError {
  const message = 'The body is not valid or complete multipart/form-data.'
  return new ServiceError('validation_failed', { message, cause })
}
