import type { AsyncCommand } from 'fast-check'

/** Allows for a busy machine, on which a run takes ten times as long. */
export const runMsMax = 600_000

/** Returns a function that creates commands. Each command changes model and service and then compares the two. */
export function commandsWith<Model extends object, Real>(
  compare: (model: Model, real: Real) => Promise<void>,
) {
  return (
    name: string,
    run: (model: Model, real: Real) => Promise<void>,
    check: (model: Readonly<Model>) => boolean = () => true,
  ): AsyncCommand<Model, Real> => ({
    check,
    run: async (model, real) => {
      await run(model, real)
      await compare(model, real)
    },
    toString: () => name,
  })
}
