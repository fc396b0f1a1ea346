import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pipeline } from 'node:stream/promises'
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import { ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import { loadDecoder } from './decoder.ts'
import { invalidMedia } from './inspection.ts'

const { imagePixelsMax } = limits.media
const samplesPerPixel = 3
const quality = 95
const segmentBytesMax = 65_535

/** Whether the image is one that neither sharp nor browsers read. */
export function isHeic(mimeType: string): boolean {
  return mimeType === 'image/heic' || mimeType === 'image/heif'
}

/**
 * Decodes the primary image of a HEIC, upright and in 8 bits, and writes it as a JPEG with its color
 * profile, which sharp reads. The number of pixels is checked in the header. Nothing is freed, because
 * the inspector process ends after the file.
 */
export async function decodeHeic(path: string, outputPath: string): Promise<void> {
  // Loaded only here: it takes 15 MB.
  const heif: MainModule = createRequire(import.meta.url)('libheif-js/wasm-bundle.js')
  const { width, height, profile, pixels } = readPicture(heif, await readFile(path))
  const sharp = await loadDecoder()
  const plainPath = profile ? `${outputPath}-plain` : outputPath
  await sharp(pixels, { raw: { width, height, channels: samplesPerPixel } })
    // Optimized tables need the coefficients of the whole image in memory.
    .jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toFile(plainPath)
    .catch((cause: unknown) => {
      throw invalidMedia('The sides of the image are too long. Send a smaller one.', cause)
    })
  if (profile)
    await pipeline(withProfile(plainPath, profile), createWriteStream(outputPath, { mode: 0o600 }))
}

type Picture = { width: number; height: number; profile: Buffer | null; pixels: Buffer }

/** Whatever is thrown in here, such as a trap of WebAssembly, is because of the file. */
function readPicture(heif: MainModule, file: Buffer): Picture {
  try {
    const handle = primaryImageOf(heif, file)
    const width = heif._heif_image_handle_get_width(handle)
    const height = heif._heif_image_handle_get_height(handle)
    if (width * height > imagePixelsMax)
      throw invalidMedia(`The image has more than ${imagePixelsMax} pixels. Send a smaller one.`)
    const profile = profileOf(heif, handle)
    return { width, height, profile, pixels: decode(heif, handle, width, height) }
  } catch (cause) {
    throw cause instanceof ServiceError ? cause : damaged(cause)
  }
}

function damaged(cause: unknown): ServiceError {
  return invalidMedia(
    'The image is damaged, incomplete or not a HEIC photo. Export it again.',
    cause,
  )
}

function primaryImageOf(heif: MainModule, file: Buffer): number {
  const address = heif._malloc(file.length)
  heif.HEAPU8.set(file, address)
  const read = readerOf(heif)
  const context = heif._heif_context_alloc()
  read((error) =>
    heif._heif_context_read_from_memory_without_copy(error, context, address, file.length, 0),
  )
  return read((error, result) =>
    heif._heif_context_get_primary_image_handle(error, context, result),
  )
}

/** Calls a function of libheif with the addresses of its error and of its result, which is returned. */
type Read = (call: (error: number, result: number) => void) => number

function readerOf(heif: MainModule): Read {
  // The error is a structure of three 32-bit fields: code, subcode, message.
  const error = heif._malloc(16)
  const result = error + 12
  const u32 = (address: number) => new DataView(heif.HEAPU8.buffer).getUint32(address, true)
  return (call) => {
    call(error, result)
    if (u32(error) === 0) return u32(result)
    throw damaged(`libheif error ${u32(error)}/${u32(error + 4)}`)
  }
}

/** The ICC profile; `null` if there is none, as in an sRGB image. */
function profileOf(heif: MainModule, handle: number): Buffer | null {
  const size = heif._heif_image_handle_get_raw_color_profile_size(handle)
  if (size === 0) return null
  const address = heif._malloc(size)
  readerOf(heif)((error) => heif._heif_image_handle_get_raw_color_profile(error, handle, address))
  return Buffer.from(heif.HEAPU8.subarray(address, address + size))
}

/** The pixels in the memory of libheif, without the padding at the end of its rows. */
function decode(heif: MainModule, handle: number, width: number, height: number): Buffer {
  const { heif_colorspace, heif_chroma, heif_channel } = heif
  const channel = heif_channel.heif_channel_interleaved.value
  const image = readerOf(heif)((error, result) =>
    heif._heif_decode_image(
      error,
      handle,
      result,
      heif_colorspace.heif_colorspace_RGB.value,
      heif_chroma.heif_chroma_interleaved_RGB.value,
      0,
    ),
  )
  const decodedSize = [
    heif._heif_image_get_width(image, channel),
    heif._heif_image_get_height(image, channel),
  ]
  if (decodedSize.join() !== [width, height].join()) throw damaged(`decoded as ${decodedSize}`)
  const strideAt = heif._malloc(4)
  const plane = heif._heif_image_get_plane_readonly(image, channel, strideAt)
  const bytes: Uint8Array = heif.HEAPU8
  const stride = new DataView(bytes.buffer).getUint32(strideAt, true)
  const rowBytes = width * samplesPerPixel
  for (let row = 1; row < height; row += 1) {
    const start = plane + row * stride
    bytes.copyWithin(plane + row * rowBytes, start, start + rowBytes)
  }
  return Buffer.from(bytes.buffer, plane, height * rowBytes)
}

/** sharp cannot say which profile raw pixels have, so its segment is inserted behind the first marker. */
async function* withProfile(plainPath: string, profile: Buffer): AsyncGenerator<Buffer> {
  const segment = Buffer.concat([Buffer.from('....ICC_PROFILE\0\x01\x01', 'latin1'), profile])
  yield Buffer.from([0xff, 0xd8])
  // Larger profiles, as of printers, would need several segments.
  if (segment.length - 2 <= segmentBytesMax) {
    segment.writeUInt16BE(0xffe2, 0)
    segment.writeUInt16BE(segment.length - 2, 2)
    yield segment
  }
  yield* createReadStream(plainPath, { start: 2 })
}
