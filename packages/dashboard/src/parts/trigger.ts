/** The signs that open suggestions: for a hashtag, a mention, a saved text. */
export type Sign = '#' | '@' | '/'

/** What is being typed after a sign. `start` is the index of the sign. */
export type Trigger = { sign: Sign; query: string; start: number; end: number }

const typedBefore: Readonly<Record<Sign, RegExp>> = {
  '#': /(?<![\p{L}\p{N}_@#./])#([\p{L}\p{N}_]*)$/u,
  '@': /(?<![\p{L}\p{N}_@#./])@([\p{L}\p{N}_.-]*(?:@[\p{L}\p{N}_.-]*)?)$/u,
  // Only at the start of a word: not in a URL, a fraction or "and/or".
  '/': /(?<![^\s(])\/([^\s/]*)$/u,
}

/** The sign, with what follows, in which the caret stands; `null` if there is none of `signs`. */
export function triggerAt(text: string, caret: number, signs: readonly Sign[]): Trigger | null {
  const before = text.slice(0, caret)
  for (const sign of signs) {
    const match = typedBefore[sign].exec(before)
    if (match) return { sign, query: match[1]!, start: match.index, end: caret }
  }
  return null
}
