import type { Finding } from '../../../post/findings/findings.ts'

/** The findings on a part of a thread, with the paths that they have in a post: `text`, `media.0`. */
export function findingsOfPart(findings: readonly Finding[], index: number): Finding[] {
  const prefix = `thread.${index}.`
  return findings.flatMap((finding) =>
    finding.path.startsWith(prefix)
      ? [{ ...finding, path: finding.path.slice(prefix.length) }]
      : [],
  )
}
