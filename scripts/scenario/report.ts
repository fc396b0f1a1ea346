import { isDeepStrictEqual } from 'node:util'

/** A failed step, with the expected and actual value in the message. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed'
}

let steps = 0
let isBrief = false

/** Prints only the titles of steps from now on. */
export function printTitlesOnly(): void {
  isBrief = true
}

/** Prints the title and runs the step. Throws StepFailed with the title. */
export async function step<Result>(title: string, run: () => Promise<Result>): Promise<Result> {
  steps += 1
  process.stdout.write(isBrief ? `  ${title} …\n` : `\n${String(steps).padStart(2)}  ${title}\n`)
  try {
    return await run()
  } catch (cause) {
    const reason = cause instanceof StepFailed ? cause.message : String((cause as Error).stack)
    throw new StepFailed(`Step ${steps} failed: ${title}\n    ${reason}`, { cause })
  }
}

/** The number of started steps. */
export const stepCount = () => steps

/** Prints a line below the title. */
export function print(text: string): void {
  if (isBrief) return
  process.stdout.write(`    ${redact(text)}\n`)
}

/** Prints the description if the condition is true; otherwise fails the step with it. */
export function verify(isTrue: boolean, description: string): asserts isTrue {
  if (!isTrue) throw new StepFailed(description)
  print(`✓ ${description}`)
}

/** Like `verify`, for two values that must be equal. */
export function verifyEqual(actual: unknown, expected: unknown, words: string): void {
  if (!isDeepStrictEqual(actual, expected)) {
    const [wanted, got] = [expected, actual].map((value) => JSON.stringify(value))
    throw new StepFailed(redact(`${words}: expected ${wanted}, got ${got}`))
  }
  print(`✓ ${words}`)
}

/** Calls `find` until it returns a value, for up to half a minute. */
export async function waitFor<Found>(
  words: string,
  find: () => Promise<Found | null | undefined> | Found | null | undefined,
  stepMs = 100,
): Promise<Found> {
  const end = performance.now() + 30_000
  for (;;) {
    const found = await find()
    if (found) return found
    if (performance.now() > end) throw new StepFailed(`Timed out after 30 s: ${words}.`)
    await new Promise((resume) => setTimeout(resume, stepMs))
  }
}

/** Truncates keys, secrets and tokens in URLs. */
function redact(text: string): string {
  return text
    .replace(/(pst_(?:owner|profile)_\w{4})\w+/g, '$1…')
    .replace(/(whsec_[\w-]{4})[\w-]+/g, '$1…')
    .replace(/(\/media\/med_\w+\.[\w-]{4})\S+/g, '$1…')
    .replace(/(\/connect\/[\w-]{6})[\w-]{37}(?=[/\s?"]|$)/g, '$1…')
}
