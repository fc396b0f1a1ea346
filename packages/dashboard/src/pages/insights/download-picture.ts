import { download } from '../../parts/download.ts'

/** Saves the chart in `frame` as a PNG at twice its size, in the current colors. */
export async function downloadPicture(frame: HTMLElement | null, name: string): Promise<void> {
  const chart = frame?.querySelector<SVGSVGElement>('svg.recharts-surface')
  if (!chart) return
  const { width, height } = chart.getBoundingClientRect()
  const url = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(withStyles(chart, width, height))], {
      type: 'image/svg+xml',
    }),
  )
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * scale
    canvas.height = height * scale
    const context = canvas.getContext('2d')!
    context.fillStyle = getComputedStyle(document.body).backgroundColor
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (blob) download(blob, name)
  } finally {
    URL.revokeObjectURL(url)
  }
}

const scale = 2
const styleProperties = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
]

/** Clones the SVG with computed styles inlined, as style sheets do not apply to images. */
function withStyles(drawing: SVGSVGElement, width: number, height: number): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = drawing.querySelectorAll('*')
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(originals[index]!)
    const set = styleProperties
      .map((property) => `${property}:${style.getPropertyValue(property)}`)
      .join(';')
    element.setAttribute('style', `${set};font-family:sans-serif`)
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return copy
}
