import type { PublishFinding } from './publish.ts'

/** From this share of a limit on, a warning says how close it is. */
const nearShare = 0.9

export type Findings = ReturnType<typeof createFindings>

/** Gathers what is wrong with a content or close to a limit, in the order of the checks. */
export function createFindings() {
  const list: PublishFinding[] = []
  const add =
    (level: PublishFinding['level']) =>
    (
      path: string,
      code: string,
      message: string,
      limit: PublishFinding['limit'] = null,
      actual: PublishFinding['actual'] = null,
    ): void => {
      list.push({ level, path, code, message, limit, actual })
    }
  const error = add('error')
  const warning = add('warning')
  return {
    list,
    error,
    warning,

    /** An error above `limit`, a warning `near_limit` from 90 % of it on. `what`: `The text`. */
    atMost: (
      path: string,
      code: string,
      limit: number,
      actual: number,
      words: { what: string; unit: string },
    ): void => {
      const message = `${words.what}: ${actual} ${words.unit}, of at most ${limit}.`
      if (actual > limit) error(path, code, message, limit, actual)
      else if (actual >= limit * nearShare) warning(path, 'near_limit', message, limit, actual)
    },
  }
}
