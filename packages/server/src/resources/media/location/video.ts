import type { FileHandle } from 'node:fs/promises'
import { limits } from '../../../core/limits.ts'
import { namesPosition } from './image.ts'

const topBoxesMax = 10_000
const depthMax = 8
const containers = new Set(['moov', 'trak', 'udta', 'ilst'])
const xmpUuid = 'be7acfcb97a942e89c71999491e3afac'

type Box = { type: string; box: Buffer; body: Buffer }

/**
 * Blanks the location metadata of an MP4 or MOV in place: `©xyz`, `loci`, QuickTime's location keys
 * and XMP with a position. A timed GPS track stays. Returns whether anything changed.
 */
export async function blankVideoLocation(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  let isChanged = false
  let offset = 0
  for (let index = 0; index < topBoxesMax && offset + 8 <= size; index += 1) {
    const head = Buffer.alloc(16)
    await file.read(head, 0, 16, offset)
    const length = lengthOf(head, size - offset)
    const type = head.toString('latin1', 4, 8)
    if (['moov', 'meta', 'uuid'].includes(type) && length <= limits.media.inspectionBytesMax) {
      const box = Buffer.alloc(Math.min(length, size - offset))
      await file.read(box, 0, box.length, offset)
      if (blankBoxes(box, 0)) {
        await file.write(box, 0, box.length, offset)
        isChanged = true
      }
    }
    offset += length
  }
  return isChanged
}

function blankBoxes(bytes: Buffer, depth: number): boolean {
  let isChanged = false
  for (const child of boxesOf(bytes)) {
    const { type, box, body } = child
    if (containers.has(type) && depth < depthMax) {
      isChanged = blankBoxes(body, depth + 1) || isChanged
    } else if (type === 'meta' && depth < depthMax) {
      isChanged = blankMeta(body, depth + 1) || isChanged
    } else if (isPosition(child)) {
      box.write('free', 4, 'latin1')
      body.fill(0)
      isChanged = true
    }
  }
  return isChanged
}

function isPosition({ type, body }: Box): boolean {
  if (type === '\xa9xyz' || type === 'loci') return true
  if (type === 'XMP_') return namesPosition(body)
  return type === 'uuid' && body.toString('hex', 0, 16) === xmpUuid && namesPosition(body)
}

/** `keys` names the items of `ilst`. In an MP4, a version field precedes the first box. */
function blankMeta(meta: Buffer, depth: number): boolean {
  const bytes = meta.toString('latin1', 4, 8) === 'hdlr' ? meta : meta.subarray(4)
  const boxes = [...boxesOf(bytes)]
  const keys = boxes.find(({ type }) => type === 'keys')
  const names = keys ? [...boxesOf(keys.body.subarray(8))] : []
  let isChanged = blankBoxes(bytes, depth)
  for (const { body } of boxes.filter(({ type }) => type === 'ilst')) {
    for (const { box, body: item } of boxesOf(body)) {
      const name = names[box.readUInt32BE(4) - 1]
      if (!name?.body.toString('latin1').includes('.location.')) continue
      // Skip the value's box header, type and locale.
      item.subarray(16).fill(0)
      isChanged = true
    }
  }
  return isChanged
}

export function* boxesOf(bytes: Buffer): Generator<Box> {
  for (let offset = 0; offset + 8 <= bytes.length; ) {
    const rest = bytes.subarray(offset)
    const length = lengthOf(rest, rest.length)
    const headBytes = rest.readUInt32BE(0) === 1 ? 16 : 8
    const box = rest.subarray(0, length)
    yield { type: box.toString('latin1', 4, 8), box, body: box.subarray(headBytes) }
    offset += length
  }
}

/** At least the header size, so that every loop ends. */
function lengthOf(head: Buffer, rest: number): number {
  const short = head.readUInt32BE(0)
  if (short === 0) return Math.max(rest, 8)
  if (short > 1) return Math.max(short, 8)
  return head.length < 16 ? Math.max(rest, 8) : Math.max(Number(head.readBigUInt64BE(8)), 16)
}
