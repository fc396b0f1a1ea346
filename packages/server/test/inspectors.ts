import { readdirSync, readFileSync } from 'node:fs'

type InspectorStatus = { pid: number; peakBytes: number; oomScore: string; environment: string[] }

/** The inspector processes that this process has started, read from /proc. */
export function inspectors(parent = process.pid): InspectorStatus[] {
  return childrenOf(parent).flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const peakKb = /VmHWM:\s+(\d+)/.exec(status)?.[1]
      if (!command.includes('inspector-process')) return []
      const oomScore = readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
      const environment = variables.map((variable) => variable.split('=')[0]!).sort()
      return [{ pid: Number(pid), peakBytes: Number(peakKb ?? 0) * 1_024, oomScore, environment }]
    } catch {
      // The process ended in the meantime.
      return []
    }
  })
}

function childrenOf(parent: number): string[] {
  return readdirSync(`/proc/${parent}/task`).flatMap((thread) => {
    try {
      const children = readFileSync(`/proc/${parent}/task/${thread}/children`, 'utf8')
      return children.split(' ').filter(Boolean)
    } catch {
      // The thread ended in the meantime.
      return []
    }
  })
}

/** Runs `work` and measures the peak memory growth of this process and of its inspectors. */
export async function measureMemory<T>(
  work: () => Promise<T>,
): Promise<{ result: T; growthBytes: number; inspectorBytes: number }> {
  const before = process.memoryUsage.rss()
  let [growthBytes, inspectorBytes] = [0, 0]
  const timer = setInterval(() => {
    growthBytes = Math.max(growthBytes, process.memoryUsage.rss() - before)
    inspectorBytes = Math.max(inspectorBytes, ...inspectors().map(({ peakBytes }) => peakBytes))
  }, 5)
  try {
    return { result: await work(), growthBytes, inspectorBytes }
  } finally {
    clearInterval(timer)
  }
}
