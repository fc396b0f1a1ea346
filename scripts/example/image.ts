import sharp from 'sharp'

const side = 1_080

/** A square JPEG of three hills in two hues. */
export async function drawImage([sky, ground]: readonly [number, number]): Promise<Buffer> {
  const hills = [
    { top: 620, light: 66 },
    { top: 740, light: 54 },
    { top: 870, light: 42 },
  ].map(
    ({ top, light }, index) =>
      `<path d="M0 ${top} C ${200 + index * 90} ${top - 150}, ${480 - index * 60} ${top + 110}, 720 ${top}
        S ${side} ${top - 60}, ${side} ${top - 20} V ${side} H 0 Z" fill="hsl(${ground},45%,${light}%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <defs><linearGradient id="sky" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${sky},70%,88%)"/>
      <stop offset="1" stop-color="hsl(${ground},75%,74%)"/>
    </linearGradient></defs>
    <rect width="${side}" height="${side}" fill="url(#sky)"/>
    <circle cx="760" cy="330" r="130" fill="hsl(${sky},85%,96%)"/>
    ${hills.join('')}
  </svg>`
  return await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}
