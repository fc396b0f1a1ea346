/**
 * What is put off to the end of a turn of the event loop, when all that has arrived was read: questions
 * that are asked together (`gather.ts`), and then the writes that carry them (`database/pipelines.ts`).
 */
let questions: (() => void)[] = []
let writes: (() => void)[] = []
let isPlanned = false
let isEnding = false

/** Runs `ask` at the end of this turn, beside all others of the turn. */
export function atTurnEnd(ask: () => void): void {
  questions.push(ask)
  plan()
}

/** Runs `write` after everybody who asks at the end of this turn has asked. */
export function afterTurnEnd(write: () => void): void {
  writes.push(write)
  if (!isEnding) plan()
}

function plan(): void {
  if (isPlanned) return
  isPlanned = true
  setImmediate(end)
}

function end(): void {
  isPlanned = false
  isEnding = true
  const asked = questions
  questions = []
  for (const ask of asked) ask()
  // A tick that is put off by a microtask comes after all microtasks that lead to a write.
  queueMicrotask(() => process.nextTick(finish))
}

function finish(): void {
  isEnding = false
  const written = writes
  writes = []
  for (const write of written) write()
}
