import type { createSandbox } from '@postern/sandbox'

const silentDeadlineMs = 500
const silentKinds = ['timeout', 'hang', 'after_accepting_timeout']

/**
 * The deadline of a request: its own, which no busy machine reaches, but short while the sandbox has a
 * fault that gives no response.
 */
export function shortIfSilent(
  { state }: Pick<ReturnType<typeof createSandbox>, 'state'>,
  { deadlineMs }: { deadlineMs: number },
): number {
  const isSilent = [...state.faults.values()].some(({ kind }) => silentKinds.includes(kind))
  return isSilent ? Math.min(deadlineMs, silentDeadlineMs) : deadlineMs
}
