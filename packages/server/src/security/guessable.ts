/** Fewer than a million guesses (zxcvbn): common passwords, repetitions, sequences, rows of keys. */
const scoreMax = 1
/** The time of a check grows with the length; a long password is not weak by its end. */
const charsChecked = 128

const loadChecker = async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: charsChecked })
}
let checker: ReturnType<typeof loadChecker> | null = null

/**
 * Whether a password is easy to guess, also by someone who knows these words about the person. The word
 * lists (25 MB in memory) are loaded by the first check.
 */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  checker ??= loadChecker()
  return (await checker).check(password, [...words]).score <= scoreMax
}
