/** In percent of the image. */
export type CropArea = { x: number; y: number; width: number; height: number }

const sideMax = 4_096
const jpegQuality = 0.92

/**
 * The part of a loaded image as a JPEG file, at most 4,096 pixels per side. Browsers have applied the
 * EXIF orientation already; transparent parts become white.
 */
export async function cropImage(
  image: HTMLImageElement,
  area: CropArea,
  name: string,
): Promise<File> {
  const { naturalWidth, naturalHeight } = image
  const left = Math.round((area.x / 100) * naturalWidth)
  const top = Math.round((area.y / 100) * naturalHeight)
  const width = Math.max(1, Math.round((area.width / 100) * naturalWidth))
  const height = Math.max(1, Math.round((area.height / 100) * naturalHeight))
  const scale = Math.min(1, sideMax / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', jpegQuality),
  )
  if (!blob) throw new Error('The image could not be encoded.')
  return new File([blob], `${name.replace(/\.\w+$/, '') || 'image'}.jpg`, { type: 'image/jpeg' })
}
