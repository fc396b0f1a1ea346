const gpsTag = 0x8825
const entryBytes = 12
const directoriesMax = 16
/** The size in bytes of a value by TIFF type, 1 (BYTE) to 12 (DOUBLE) and 13 (IFD). */
const sizeOfType = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

/**
 * Blanks the GPS directory of an EXIF block in place and removes its entry. Only bytes of the
 * parent directory move, so offsets into the block (maker notes, thumbnail) stay valid. Returns
 * whether there was one. Throws a RangeError if the block cannot be parsed.
 */
export function blankGps(tiff: Buffer): boolean {
  const numbers = numberReader(tiff)
  let hasGps = false
  let directory = numbers.u32(4)
  for (let index = 0; directory !== 0; index += 1) {
    if (index === directoriesMax) throw new RangeError('the EXIF block has too many directories')
    let count = numbers.u16(directory)
    const end = directory + 2 + count * entryBytes
    const next = end + 4 <= tiff.length ? numbers.u32(end) : 0
    for (let offset = directory + 2; offset < directory + 2 + count * entryBytes; ) {
      if (numbers.u16(offset) !== gpsTag) {
        offset += entryBytes
        continue
      }
      hasGps = true
      blankDirectory(tiff, numbers, numbers.u32(offset + 8))
      tiff.copyWithin(offset, offset + entryBytes, Math.min(end + 4, tiff.length))
      tiff.fill(0, end + 4 - entryBytes, Math.min(end + 4, tiff.length))
      count -= 1
      numbers.setU16(directory, count)
    }
    directory = next
  }
  return hasGps
}

type Numbers = {
  u16(offset: number): number
  u32(offset: number): number
  setU16(offset: number, value: number): void
}

function numberReader(tiff: Buffer): Numbers {
  const order = tiff.toString('latin1', 0, 2)
  if (order === 'II') {
    return {
      u16: (offset) => tiff.readUInt16LE(offset),
      u32: (offset) => tiff.readUInt32LE(offset),
      setU16: (offset, value) => void tiff.writeUInt16LE(value, offset),
    }
  }
  if (order !== 'MM') throw new RangeError('the EXIF block has no byte order')
  return {
    u16: (offset) => tiff.readUInt16BE(offset),
    u32: (offset) => tiff.readUInt32BE(offset),
    setU16: (offset, value) => void tiff.writeUInt16BE(value, offset),
  }
}

/** Blanks a directory and its values, which may be anywhere in the block. */
function blankDirectory(tiff: Buffer, { u16, u32 }: Numbers, directory: number): void {
  const count = u16(directory)
  const end = directory + 2 + count * entryBytes
  for (let offset = directory + 2; offset < end; offset += entryBytes) {
    const bytes = (sizeOfType[u16(offset + 2)] ?? 0) * u32(offset + 4)
    if (bytes > 4) tiff.fill(0, u32(offset + 8), u32(offset + 8) + bytes)
  }
  tiff.fill(0, directory, end)
}
