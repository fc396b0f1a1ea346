import type { Translate } from '../../messages/messages.ts'
import type { systemMessages } from './messages.ts'

type Word = NonNullable<(typeof systemMessages)['keys']>
export type SystemTranslate = Translate<Record<Word, string>>

const steps = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const

/** A duration in its largest whole unit. */
export function formatDuration(seconds: number, t: SystemTranslate): string {
  const [unit, size] = steps.find(([, each]) => seconds >= each) ?? (['seconds', 1] as const)
  return t(unit, { count: Math.floor(seconds / size) })
}

/** Relative time in the largest whole unit. */
export function formatAgo(seconds: number, language: string): string {
  const [unit, size] = steps.find(([, each]) => seconds >= each) ?? (['seconds', 1] as const)
  const formatter = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return formatter.format(-Math.floor(seconds / size), unit)
}
