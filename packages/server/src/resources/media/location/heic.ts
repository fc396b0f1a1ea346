import { invalidMedia } from '../inspect/inspection.ts'
import { blankExif, namesPosition } from './image.ts'
import { boxesOf } from './video.ts'

type Item = { id: number; type: string; isEncoded: boolean }

/**
 * Blanks the location metadata of a HEIC in place: GPS in its EXIF items, and XMP items with a position.
 * Returns whether anything changed. A file whose items cannot be found is refused, as a position could
 * stay in it.
 */
export function blankHeicLocation(file: Buffer): boolean {
  const meta = [...boxesOf(file)].find(({ type }) => type === 'meta')
  if (!meta) return false
  const boxes = new Map([...boxesOf(meta.body.subarray(4))].map(({ type, body }) => [type, body]))
  const [infos, locations] = [boxes.get('iinf'), boxes.get('iloc')]
  if (!infos || !locations) return false
  try {
    const items = new Map(itemsOf(infos).map((item) => [item.id, item]))
    let isChanged = false
    for (const { id, bytes } of contentsOf(locations, items, file, boxes.get('idat'))) {
      isChanged = blankItem(items.get(id)!, bytes) || isChanged
    }
    return isChanged
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw invalidMedia('The metadata of the image is damaged. Export it again.', cause)
  }
}

/** Before the TIFF block, the content of an EXIF item has the length of what else is before it. */
function blankItem({ type, isEncoded }: Item, bytes: Buffer): boolean {
  const drop = () => bytes.fill(0)
  if (type === 'Exif') return blankExif(bytes.subarray(4 + bytes.readUInt32BE(0)), drop)
  if (!isEncoded && !namesPosition(bytes)) return false
  drop()
  return true
}

/** The items of the box `iinf` that can have a position. */
function itemsOf(infos: Buffer): Item[] {
  const hasLongCount = infos.readUInt8(0) > 0
  return [...boxesOf(infos.subarray(hasLongCount ? 8 : 6))].flatMap(({ type: boxType, body }) => {
    const version = body.readUInt8(0)
    if (boxType !== 'infe' || version < 2) return []
    const idBytes = version === 2 ? 2 : 4
    const type = body.toString('latin1', 6 + idBytes, 10 + idBytes)
    const texts = body.toString('latin1', 10 + idBytes).split('\0')
    // Name, content type and content encoding.
    const item = { id: body.readUIntBE(4, idBytes), type, isEncoded: Boolean(texts[2]) }
    return type === 'Exif' || type === 'mime' ? [item] : []
  })
}

/** The contents of the items, by the box `iloc` (ISO/IEC 14496-12, 8.11.3). */
function* contentsOf(
  locations: Buffer,
  items: Map<number, Item>,
  file: Buffer,
  idat: Buffer | undefined,
): Generator<{ id: number; bytes: Buffer }> {
  let at = 0
  const next = (size: number) => {
    at += size
    if (size === 8) return Number(locations.readBigUInt64BE(at - 8))
    return size === 0 ? 0 : locations.readUIntBE(at - size, size)
  }
  const version = next(4) >>> 24
  const sizes = next(2)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version > 0 ? sizes & 15 : 0
  const idBytes = version < 2 ? 2 : 4
  const count = next(idBytes)
  for (let index = 0; index < count; index += 1) {
    const id = next(idBytes)
    const method = version > 0 ? next(2) & 15 : 0
    next(2)
    const base = next(baseBytes)
    const extents = next(2)
    const start = at
    if (items.has(id)) {
      const source = method === 0 ? file : idat
      if (method > 1 || extents !== 1 || !source)
        throw new RangeError(`the item ${id} is not in one piece of the file`)
      next(indexBytes)
      const offset = base + next(offsetBytes)
      const length = next(lengthBytes)
      const end = length === 0 ? source.length : offset + length
      yield { id, bytes: source.subarray(offset, end) }
    }
    at = start + extents * (indexBytes + offsetBytes + lengthBytes)
  }
}
