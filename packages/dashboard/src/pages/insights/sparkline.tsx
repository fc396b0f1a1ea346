type Props = { values: readonly (number | null)[]; width?: number; height?: number }

/** The course of a metric as a small line; decorative, next to its numbers. Days without data are bridged. */
export function Sparkline({ values, width = 96, height = 28 }: Props) {
  const known = values.flatMap((value, day) => (value === null ? [] : [{ day, value }]))
  if (known.length < 2) return null
  const least = Math.min(...known.map(({ value }) => value))
  const spread = Math.max(...known.map(({ value }) => value)) - least || 1
  const points = known.map(({ day, value }) => {
    const x = 2 + (day / (values.length - 1)) * (width - 4)
    const y = height - 3 - ((value - least) / spread) * (height - 6)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
