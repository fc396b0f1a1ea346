import { html } from 'hono/html'
import { limits } from '../core/limits.ts'
import { platformDefinition } from '../platforms/registry.ts'
import type { CommentsView } from '../resources/reports/comments.ts'
import {
  type MetricsView,
  type ReportAccount,
  type ReportMetric,
  type ReportTotal,
  reportMetrics,
} from '../resources/reports/metrics.ts'
import { addMonths, type Month, monthIn } from '../resources/reports/month.ts'
import type { BestPost, Count, PostsView } from '../resources/reports/posts.ts'
import type { ReportView } from '../resources/reports/view.ts'
import { cardPage } from './card.ts'
import { durationIn, type Language, messagesIn, type PageMessages } from './language.ts'
import { factsOf } from './link-page.ts'
import { platformMark } from './marks.ts'
import { fill, fillText, lineOf, type Markup, nameOf, nothing, webAddress } from './markup.ts'
import type { Page } from './page.ts'
import { chartOf } from './report-chart.ts'
import { reportStyle } from './report-style.ts'
import {
  dayText,
  differenceText,
  monthNameText,
  monthText,
  numberText,
  percentText,
  pluralOf,
  timeText,
} from './report-texts.ts'

type Setting = { language: Language; now: Date }
type Shown = { view: ReportView; language: Language; report: PageMessages['report'] }

/** The page with the report of a month, which also prints well. */
export function reportPage(view: ReportView, { language, now }: Setting): Page {
  const { report } = messagesIn[language]
  const shown = { view, language, report }
  const month = monthText(view.month, language)
  return cardPage({
    language,
    brand: view.brand,
    title: fillText(report.title, { client: lineOf(view.client), month }),
    problem: null,
    style: reportStyle,
    content: html`<h1>${fill(report.heading, { month })}</h1>
<p class="lead">${view.brand.name ? fill(report.by, { client: nameOf(view.client), brand: nameOf(view.brand.name) }) : nameOf(view.client)}</p>
${view.isRunning ? html`<p class="hint">${report.running}</p>` : nothing}
${view.note === null ? nothing : html`<p class="note" dir="auto">${view.note}</p>`}
${view.metrics && metricsOf(view.metrics, shown)}
${view.posts && postsOf(view.posts, shown)}
${view.comments && commentsOf(view.comments, shown)}
${view.plan && planOf(view.plan, shown)}
<p class="hint small">${fillText(report.times, { zone: view.timeZone })}</p>
<div class="screen">${factsOf(view, now, language, report.expiry)}</div>`,
  })
}

function metricsOf({ accounts, totals, hasMoreAccounts }: MetricsView, shown: Shown): Markup {
  const { report } = shown
  const totalDays = comparedDays(
    totals.flatMap(({ name, change }) => (name === 'views' && change ? [change] : [])),
    shown,
  )
  if (accounts.length === 0) return section(report.accounts, html`<p>${report.noAccounts}</p>`)
  return html`${totals.length > 0 ? section(report.totals, html`<dl class="tiles">${totals.map((total) => totalOf(total, shown))}</dl>${totalDays.map((sentence) => html`<p class="hint small">${sentence}</p>`)}`) : nothing}
${section(
  report.accounts,
  html`${accounts.map((account) => accountOf(account, shown))}${hasMoreAccounts ? html`<p class="hint">${fillText(report.moreAccounts, { count: String(accounts.length) })}</p>` : nothing}`,
)}`
}

function totalOf(total: ReportTotal, shown: Shown): Markup {
  const { report, language } = shown
  const name = report.metrics[total.name]
  const label =
    total.platform === null
      ? name
      : fillText(report.onNetwork, {
          metric: name,
          network: platformDefinition(total.platform).name,
        })
  const { change } = total
  const isPartial = change !== null && change.accounts < total.accounts
  return html`<div class="tile-of"><dt>${label}</dt><dd><strong>${numberText(total.total, language)}</strong>
${change ? html`<span>${changeOf(total.platform === null ? 'level' : 'sum', change, shown)}${isPartial ? html` ${fillText(report.comparedAccounts, { count: String(change.accounts), total: String(total.accounts) })}` : nothing}</span>` : html`<span>${report.noComparison}</span>`}</dd></div>`
}

function accountOf(account: ReportAccount, shown: Shown): Markup {
  const { report, language } = shown
  const { metrics, platform, name, without } = account
  const charted =
    metrics.find((metric) => metric.name === 'views') ??
    metrics.find((metric) => metric.name === 'followers_count')
  return html`<article class="account">
<h3>${platformMark(platform, 20)}<span>${nameOf(name)} <small>${platformDefinition(platform).name}</small></span></h3>
${without ? html`<p class="hint">${report.without[without]}</p>` : nothing}
${metrics.length > 0 ? html`<dl class="tiles">${metrics.map((metric) => metricOf(metric, shown))}</dl>` : nothing}
${charted ? chartOf(charted, language) : nothing}
${without ? nothing : html`<p class="hint small">${gapsOf(account, charted, shown)}</p>`}
</article>`
}

/** What is missing, in words: days without data, and days whose values may change. */
function gapsOf(
  { dataThrough, metrics }: ReportAccount,
  charted: ReportMetric | undefined,
  shown: Shown,
): string {
  const { report, language, view } = shown
  const missing = charted?.series.filter(({ value }) => value === null).length ?? 0
  const last = charted?.series.at(-1)?.date ?? `${view.month}-28`
  const changes = metrics.flatMap(({ kind, change }) => (kind === 'sum' && change ? [change] : []))
  const sentences = [
    ...comparedDays(changes, shown),
    ...(missing > 0
      ? [fillText(pluralOf(report.gaps, missing), { count: numberText(missing, language) })]
      : []),
    ...(dataThrough === null || dataThrough < `${view.month}-01`
      ? [report.notFinal]
      : dataThrough < last || view.isRunning
        ? [fillText(report.finalThrough, { day: dayText(dataThrough, language) })]
        : [report.final]),
  ]
  return sentences.join(language === 'ja' ? '' : ' ')
}

function metricOf(metric: ReportMetric, shown: Shown): Markup {
  const { report, language } = shown
  const { change, kind } = metric
  return html`<div class="tile-of"><dt>${report.metrics[metric.name]}</dt><dd><strong>${numberText(metric.total, language)}</strong>
<span>${change ? changeOf(kind, change, shown) : report.noComparison}</span></dd></div>`
}

type Change = { now: number; before: number; days: number }

/** A level in numbers, a sum in percent. */
function changeOf(kind: 'sum' | 'level', { now, before }: Change, shown: Shown): string {
  const { report, language, view } = shown
  const month = monthNameText(addMonths(view.month, -1), language)
  const change =
    kind === 'level' || before <= 0
      ? differenceText(now - before, language)
      : percentText((now - before) / before, language)
  return fillText(report.change, { change, month })
}

/** On how many days the changes of sums are based, if that is not the whole month. */
function comparedDays(changes: readonly Change[], { report, language, view }: Shown): string[] {
  if (changes.length === 0) return []
  const days = Math.min(...changes.map((change) => change.days))
  if (days >= comparableDays(view)) return []
  return [fillText(pluralOf(report.comparedDays, days), { count: numberText(days, language) })]
}

/** How many days both months have. */
function comparableDays(view: ReportView): number {
  const of = (name: string): Month => monthIn('UTC', name)
  return Math.min(of(view.month).days.length, of(addMonths(view.month, -1)).days.length)
}

function postsOf({ published, publishedBefore, best }: PostsView, shown: Shown): Markup {
  const { report } = shown
  return section(
    report.posts,
    html`<p>${countOf(published, report.published, shown)} ${beforeOf(publishedBefore, shown)}</p>
${best.length > 0 ? html`<h3 class="label">${report.best}</h3><ul class="best">${best.map((post) => bestOf(post, shown))}</ul>` : published.count > 0 ? html`<p class="hint">${report.noBest}</p>` : nothing}`,
  )
}

function bestOf(post: BestPost, { report, language, view }: Shown): Markup {
  const address = webAddress(post.permalink)
  const text = lineOf(post.text, limits.report.textCharsMax)
  const values = reportMetrics.flatMap((name) => {
    const value = post.metrics[name]
    return value === undefined ? [] : [{ name, value }]
  })
  return html`<li>
${post.mediaId === null ? nothing : html`<img src="/report/${view.token}/media/${post.mediaId}/thumbnail" alt="">`}
<p class="where">${platformMark(post.platform, 20)}<span>${post.accountName === '' ? platformDefinition(post.platform).name : nameOf(post.accountName)}</span></p>
<p class="text" dir="auto">${text === '' ? html`<em>${report.noText}</em>` : text}</p>
<dl>${values.slice(0, 4).map(({ name, value }) => html`<div><dt>${report.metrics[name]}</dt><dd>${numberText(value, language)}</dd></div>`)}</dl>
<p class="small">${post.publishedAt ? timeText(post.publishedAt, view.timeZone, language) : nothing}${address ? html` <a class="screen" href="${address}" rel="noreferrer">${report.open}</a>` : nothing}</p>
</li>`
}

function commentsOf(comments: CommentsView, shown: Shown): Markup {
  const { report, language } = shown
  const { received, receivedBefore, answered, medianMs } = comments
  const values = { count: numberText(answered, language) }
  return section(
    report.comments,
    html`<p>${countOf(received, report.received, shown)} ${beforeOf(receivedBefore, shown)}</p>
${received.count > 0 ? html`<p>${fillText(answered === 0 ? report.answeredNone : pluralOf(report.answered, answered), values)} ${medianMs === null ? nothing : fillText(report.median, { duration: durationIn(language, medianMs) })}</p>` : nothing}`,
  )
}

function planOf(plan: NonNullable<ReportView['plan']>, shown: Shown): Markup {
  const { report, language, view } = shown
  const { planned, posts } = plan
  const more = planned.count - posts.length
  return section(
    fillText(report.plan, { month: monthText(plan.month, language) }),
    html`<p>${countOf(planned, report.planned, shown)}</p>
${posts.length > 0 ? html`<ol class="plan">${posts.map(({ scheduledAt, text, platforms }) => html`<li><time datetime="${scheduledAt.toISOString()}">${timeText(scheduledAt, view.timeZone, language)}</time><span class="marks">${platforms.map((platform) => html`<span title="${platformDefinition(platform).name}">${platformMark(platform, 16)}<span class="hidden">${platformDefinition(platform).name}</span></span>`)}</span><span class="text" dir="auto">${lineOf(text, limits.report.textCharsMax) || html`<em>${report.noText}</em>`}</span></li>`)}</ol>` : nothing}
${more > 0 ? html`<p class="hint">${fillText(pluralOf(report.morePlanned, more), { count: numberText(more, language) })}</p>` : nothing}`,
  )
}

type Counted = { none: string; one: string; several: string; more: string }

function countOf({ count, isMore }: Count, sentences: Counted, { language }: Shown): string {
  const values = { count: numberText(count, language) }
  if (isMore) return fillText(sentences.more, values)
  return fillText(count === 0 ? sentences.none : pluralOf(sentences, count), values)
}

/** The month before, if it has anything: nothing may mean that nothing was recorded yet. */
function beforeOf({ count, isMore }: Count, { report, language, view }: Shown): string {
  if (count === 0 || isMore) return ''
  const month = monthText(addMonths(view.month, -1), language)
  return fillText(report.before, { month, count: numberText(count, language) })
}

function section(title: string, content: Markup): Markup {
  return html`<section class="part-of"><h2>${title}</h2>
${content}
</section>`
}
