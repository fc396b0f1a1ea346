import { isDeepStrictEqual } from 'node:util'

/** A step failed; the message says what was expected and what came. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed'
}

let steps = 0
let isBrief = false

/** From now on only the titles of steps are printed. */
export function printTitlesOnly(): void {
  isBrief = true
}

/** Prints the title, then runs the step; an error that it throws names the step. */
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

/** How many steps were started. */
export const stepCount = () => steps

/** Prints one line under the title. */
export function say(text: string): void {
  if (isBrief) return
  process.stdout.write(`    ${withoutSecrets(text)}\n`)
}

/** Prints the words if the condition holds, else fails the step with them. */
export function check(isTrue: boolean, words: string): asserts isTrue {
  if (!isTrue) throw new StepFailed(words)
  say(`✓ ${words}`)
}

/** The same for two values that must be equal. */
export function checkSame(came: unknown, expected: unknown, words: string): void {
  if (!isDeepStrictEqual(came, expected)) {
    const [wanted, got] = [expected, came].map((value) => JSON.stringify(value))
    throw new StepFailed(withoutSecrets(`${words}: expected ${wanted}, came ${got}`))
  }
  say(`✓ ${words}`)
}

/** Calls `find` until it answers something, for half a minute. */
export async function until<Found>(
  words: string,
  find: () => Promise<Found | null | undefined> | Found | null | undefined,
  stepMs = 100,
): Promise<Found> {
  const end = performance.now() + 30_000
  for (;;) {
    const found = await find()
    if (found) return found
    if (performance.now() > end) throw new StepFailed(`Waited 30 s in vain for ${words}.`)
    await new Promise((resume) => setTimeout(resume, stepMs))
  }
}

/** Keys, secrets and the tokens in addresses are cut after their first characters. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(pst_(?:owner|profile)_\w{4})\w+/g, '$1…')
    .replace(/(whsec_[\w-]{4})[\w-]+/g, '$1…')
    .replace(/(\/media\/med_\w+\.[\w-]{4})\S+/g, '$1…')
    .replace(/(\/connect\/[\w-]{6})[\w-]{37}(?=[/\s?"]|$)/g, '$1…')
}
