import type { Attempt, SentPost } from './load.ts'

export type TargetRow = {
  id: string
  platform: string
  text: string
  status: string
  phase: string | null
  isOpen: boolean
  first_comment_status: string | null
  error_code: string | null
}

export type Counts = {
  posts: number
  twice: number
  lost: number
  eventsLost: number
  unknown: number
  /** Unknown targets whose post is public, which a second publication would show twice. */
  unknownPublic: number
  failed: number
  stuck: number
  deliveries: number
}

/** Compares what was sent with the network's texts, the database's rows and the events that arrived. */
export function countAll(facts: {
  sent: readonly SentPost[]
  /** The texts of all posts, replies and comments on the networks. */
  published: readonly string[]
  rows: readonly TargetRow[]
  announced: ReadonlyMap<string, ReadonlySet<string>>
}): Counts & { twiceTexts: string[]; lostTexts: string[]; lostWithRow: string[] } {
  const times = new Map<string, number>()
  for (const text of facts.published) times.set(text, (times.get(text) ?? 0) + 1)
  const rowOf = new Map(facts.rows.map((row) => [row.text, row]))
  const texts = facts.sent.flatMap((post) => post.texts)
  const twiceTexts = texts.filter((text) => (times.get(text) ?? 0) > 1)
  const isExplained = (row: TargetRow | undefined) =>
    row !== undefined &&
    (row.isOpen ||
      row.status !== 'published' ||
      (row.first_comment_status !== null && row.first_comment_status !== 'sent'))
  const lostTexts = facts.sent.flatMap((post) =>
    isExplained(rowOf.get(post.texts[0]!)) ? [] : post.texts.filter((text) => !times.has(text)),
  )
  const lostWithRow = lostTexts.filter((text) => rowOf.has(text.replace(/, part 2$/, '')))
  const published = facts.rows.filter(({ status }) => status === 'published')
  const endpoints = [...facts.announced.values()]
  const arrived = (id: string) => endpoints.filter((targets) => targets.has(id)).length
  const withStatus = (status: string) => facts.rows.filter((row) => row.status === status).length
  return {
    posts: facts.sent.length,
    twice: twiceTexts.length,
    lost: lostTexts.length,
    eventsLost: published.reduce((sum, { id }) => sum + endpoints.length - arrived(id), 0),
    unknown:
      withStatus('unknown') +
      facts.rows.filter(({ first_comment_status }) => first_comment_status === 'unknown').length,
    unknownPublic: facts.rows.filter(({ status, text }) => status === 'unknown' && times.has(text))
      .length,
    failed: withStatus('failed') + withStatus('partially_published'),
    stuck: facts.rows.filter(({ isOpen }) => isOpen).length,
    deliveries: published.reduce((sum, { id }) => sum + arrived(id), 0),
    ...{ twiceTexts, lostTexts, lostWithRow },
  }
}

/** The longest time from `faultAt` on without a successful write, in seconds. */
export function recoverySeconds(probes: readonly Attempt[], faultAt: number): number | null {
  const successes = probes
    .filter(({ at, status }) => status === 201 && at > faultAt)
    .map(({ at }) => at)
    .toSorted((left, right) => left - right)
  if (successes.length === 0) return null
  const gaps = successes.map((at, index) => at - (successes[index - 1] ?? faultAt))
  return Math.round(Math.max(...gaps) / 100) / 10
}
