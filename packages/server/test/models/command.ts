import type { AsyncCommand } from 'fast-check'

/** A busy machine takes ten times as long. */
export const playMsMax = 600_000

/** Makes commands whose `run` changes model and reality, which are then compared. */
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
