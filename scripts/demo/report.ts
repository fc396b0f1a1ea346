import { isDeepStrictEqual } from 'node:util'

/** A step did not hold; the message says what was expected and what came. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed'
}

let steps = 0
let isBrief = false

/** From now on only the titles of steps are printed. */
export function tellTitlesOnly(): void {
  isBrief = true
}

/** Prints the step's title, then runs it; whatever it throws carries the title on. */
export async function step<Result>(title: string, run: () => Promise<Result>): Promise<Result> {
  steps += 1
  process.stdout.write(isBrief ? `  ${title} …\n` : `\n${String(steps).padStart(2)}  ${title}\n`)
  try {
    return await run()
  } catch (cause) {
    const reason = cause instanceof StepFailed ? cause.message : String((cause as Error).stack)
    throw new StepFailed(`Step ${steps} did not hold: ${title}\n    ${reason}`, { cause })
  }
}

/** How many steps were begun. */
export const stepCount = () => steps

/** One line of what came back. */
export function say(text: string): void {
  if (isBrief) return
  process.stdout.write(`    ${withoutSecrets(text)}\n`)
}

/** Holds, or fails the step with the words. */
export function check(isTrue: boolean, words: string): asserts isTrue {
  if (!isTrue) throw new StepFailed(words)
  say(`✓ ${words}`)
}

/** Holds when both are the same by value. */
export function checkSame(came: unknown, expected: unknown, words: string): void {
  if (!isDeepStrictEqual(came, expected)) {
    const [wanted, got] = [expected, came].map((value) => JSON.stringify(value))
    throw new StepFailed(withoutSecrets(`${words}: expected ${wanted}, came ${got}`))
  }
  say(`✓ ${words}`)
}

/** Keys, secrets and link tokens are cut after their first characters. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(pst_(?:owner|profile)_\w{4})\w+/g, '$1…')
    .replace(/(whsec_[\w-]{4})[\w-]+/g, '$1…')
    .replace(/(\/connect\/[\w-]{6})[\w-]{37}(?=[/\s?"]|$)/g, '$1…')
}
