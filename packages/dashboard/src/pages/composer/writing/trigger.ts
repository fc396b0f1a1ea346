/** A hashtag or mention that is being typed. `start` is the index of its sign. */
export type Trigger = { sign: '#' | '@'; query: string; start: number; end: number }

const typedBefore =
  /(?<![\p{L}\p{N}_@#./])(?:(?<hash>#)(?<tag>[\p{L}\p{N}_]*)|(?<at>@)(?<name>[\p{L}\p{N}_.-]*(?:@[\p{L}\p{N}_.-]*)?))$/u

/** The hashtag or mention in which the caret stands; `null` if there is none. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const match = typedBefore.exec(text.slice(0, caret))
  if (!match?.groups) return null
  const { hash, tag = '', name = '' } = match.groups
  return { sign: hash ? '#' : '@', query: hash ? tag : name, start: match.index, end: caret }
}
