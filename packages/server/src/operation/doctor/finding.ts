/** A line in the output of `postern doctor`; `advice` is what to do. */
export type Finding = {
  check: string
  level: 'ok' | 'warning' | 'problem'
  text: string
  advice?: string[]
}

export function ok(check: string, text: string, ...advice: string[]): Finding {
  return finding(check, 'ok', text, advice)
}

export function warning(check: string, text: string, ...advice: string[]): Finding {
  return finding(check, 'warning', text, advice)
}

export function problem(check: string, text: string, ...advice: string[]): Finding {
  return finding(check, 'problem', text, advice)
}

function finding(check: string, level: Finding['level'], text: string, advice: string[]): Finding {
  return { check, level, text, ...(advice.length > 0 ? { advice } : {}) }
}

/** The shortest message of an error. */
export function reasonOf(err: unknown): string {
  if (err instanceof AggregateError && err.errors.length > 0) return reasonOf(err.errors[0])
  const { message, code, cause } = err as { message?: string; code?: string; cause?: unknown }
  if (message === 'fetch failed' && cause) return reasonOf(cause)
  return message || code || String(err)
}
