import { html } from 'hono/html'
import type { ReportMetric } from '../resources/reports/metrics.ts'
import { type Language, messagesIn } from './language.ts'
import { fillText, type Markup, nothing } from './markup.ts'
import { dayText, numberText } from './report-texts.ts'

const width = 620
const height = 110
const top = 6

/**
 * The values of a metric by day: bars, or a line for a level. Days without data stay empty. The label says
 * what the picture shows, and a table has the values.
 */
export function chartOf(metric: ReportMetric, language: Language): Markup {
  const { report } = messagesIn[language]
  const name = report.metrics[metric.name]
  const known = metric.series.flatMap(({ date, value }) =>
    value === null ? [] : [{ date, value }],
  )
  if (known.length < 2) return nothing
  const lowest = known.reduce((low, each) => (each.value < low.value ? each : low))
  const highest = known.reduce((high, each) => (each.value > high.value ? each : high))
  const label = fillText(report.chart, {
    metric: name,
    low: numberText(lowest.value, language),
    lowDay: dayText(lowest.date, language),
    high: numberText(highest.value, language),
    highDay: dayText(highest.date, language),
  })
  const shape =
    metric.kind === 'level'
      ? lineOfDays(metric.series, lowest.value, highest.value)
      : barsOf(metric.series, Math.min(0, lowest.value), Math.max(1, highest.value))
  return html`<figure class="chart">
<figcaption>${fillText(report.perDay, { metric: name })}</figcaption>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">${shape}<line class="axis" x1="0" x2="${width}" y1="${height - 1}" y2="${height - 1}"/></svg>
<p class="ends" aria-hidden="true"><span>${dayText(metric.series[0]!.date, language)}</span><span>${dayText(metric.series.at(-1)!.date, language)}</span></p>
<details><summary>${report.values}</summary><table><thead><tr><th scope="col">${report.day}</th><th scope="col">${name}</th></tr></thead><tbody>${metric.series.map(({ date, value }) => html`<tr><th scope="row">${dayText(date, language)}</th><td>${value === null ? report.noValue : numberText(value, language)}</td></tr>`)}</tbody></table></details>
</figure>`
}

type Series = ReportMetric['series']

function barsOf(series: Series, low: number, high: number): Markup[] {
  const step = width / series.length
  const unit = (height - top) / (high - low)
  return series.map(({ value }, index) => {
    if (value === null) return nothing
    const size = Math.max(1, Math.abs(value) * unit)
    const y = value < 0 ? height + low * unit : height + low * unit - size
    return html`<rect class="bar" x="${round(index * step + step * 0.12)}" width="${round(step * 0.76)}" y="${round(y)}" height="${round(size)}"/>`
  })
}

/** A line for each run of days with data; a single day is a dot. */
function lineOfDays(series: Series, low: number, high: number): Markup[] {
  const step = width / series.length
  const span = Math.max(1, high - low)
  const points = series.map(({ value }, index) =>
    value === null
      ? null
      : {
          x: round((index + 0.5) * step),
          y: round(top + (1 - (value - low) / span) * (height - 2 * top - 8)),
        },
  )
  const runs: { x: number; y: number }[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)!.push(point)
    else runs.push([])
  }
  return runs
    .filter((run) => run.length > 0)
    .map((run) =>
      run.length === 1
        ? html`<path class="line dot" d="M${run[0]!.x} ${run[0]!.y}h.01"/>`
        : html`<polyline class="line" points="${run.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`,
    )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
