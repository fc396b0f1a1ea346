import { type RawBuilder, sql } from 'kysely'

/** The condition of each filter of a list. One that has none does not compile. */
export type Conditions<Filter> = {
  readonly [Name in keyof Filter]-?: (value: NonNullable<Filter[Name]>) => RawBuilder<boolean>
}

/** The conditions of the filters that are set, joined with `and`. */
export function meetsAll<Filter extends object>(
  filter: Filter,
  conditions: Conditions<Filter>,
): RawBuilder<boolean> {
  const names = Object.keys(conditions) as (keyof Filter)[]
  const set = names.flatMap((name) => {
    const value = filter[name]
    return value === undefined || value === null ? [] : [conditions[name](value)]
  })
  return set.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(set, sql` and `)})`
}
