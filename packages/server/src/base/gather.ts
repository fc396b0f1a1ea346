import { atTurnEnd } from './turn.ts'

type Asked<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (err: unknown) => void
}

const atOnceMax = 2
/** Whoever waits behind questions that take longer is asked for without them. */
const patienceMs = 20

/**
 * Puts the questions that come in one turn of the event loop together, and those that come while two
 * such are under way, and asks once: `askAll` answers them in their order. It is asked after each of
 * them was put, so an answer is never older than its question; nothing is kept.
 */
export function gather<Question, Answer>(
  askAll: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Asked<Question, Answer>[] = []
  let underWay = 0
  let late: NodeJS.Timeout | null = null

  const ask = () => {
    if (late) clearTimeout(late)
    late = null
    const asked = waiting
    waiting = []
    if (asked.length === 0) return
    underWay += 1
    askAll(asked.map(({ question }) => question))
      .then(
        (answers) => {
          for (const [place, { resolve }] of asked.entries()) resolve(answers[place]!)
        },
        (err: unknown) => {
          for (const { reject } of asked) reject(err)
        },
      )
      .finally(() => {
        underWay -= 1
        ask()
      })
  }
  const askSoon = () => {
    if (underWay < atOnceMax) ask()
    else late ??= setTimeout(ask, patienceMs)
  }
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) atTurnEnd(askSoon)
    })
}

/** The same for each source by itself, such as each database: what it is asked goes to nobody else. */
export function gatherOf<Source extends object, Question, Answer>(
  askAll: (source: Source, questions: Question[]) => Promise<Answer[]>,
): (source: Source, question: Question) => Promise<Answer> {
  const askers = new WeakMap<Source, (question: Question) => Promise<Answer>>()
  return (source, question) => {
    const ask = askers.get(source) ?? gather((questions) => askAll(source, questions))
    askers.set(source, ask)
    return ask(question)
  }
}
