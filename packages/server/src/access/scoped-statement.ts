import { type FixedStatement, fixedStatement, type Query } from '../database/fixed-statement.ts'
import type { Queries } from '../database/open.ts'
import { type Scope, soleProfileId } from './scope.ts'

/** A frequent read over profile-owned data, whose text is made once for each kind of scope. */
export type ScopedStatement<Values extends object, Row> = {
  /** The first row, or the one that was read with the key of this request (`rememberRow`). */
  first(db: Queries, scope: Scope, values: Values): Promise<Row | undefined>
  /** The statement for the scope of a key: of one profile, or of the owner. */
  forKey(kind: 'owner' | 'profile'): FixedStatement<Values & ScopeValues, Row>
}

/** What the conditions of `inScope` compare with. */
type ScopeValues = {
  scopeOwnerId: string
  scopeProfileId: string
  scopeProfileIds: readonly string[]
  scopeHiddenProfileIds: readonly string[]
}

const kinds = ['owner', 'owner with hidden profiles', 'profile', 'profiles'] as const
type Kind = (typeof kinds)[number]

type ReadRow = { statement: unknown; values: object; row: object | undefined }

const rowsRead = new WeakMap<Scope, ReadRow>()

/** Keeps a row that was read in the statement that checked the key, for the next `first`. */
export function rememberRow(scope: Scope, row: ReadRow): void {
  rowsRead.set(scope, row)
}

/** `build` makes the query as usual, with `inScope`; see `fixedStatement` for the values. */
export function scopedStatement<Values extends object, Row extends object>(
  build: (db: Queries, scope: Scope, values: Values) => Query<Row>,
): ScopedStatement<Values, Row> {
  const texts = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      fixedStatement<Values & ScopeValues, Row>((db, values) =>
        build(db, scopeOf(kind, values), values),
      ),
    ]),
  ) as Record<Kind, FixedStatement<Values & ScopeValues, Row>>
  const statement: ScopedStatement<Values, Row> = {
    forKey: (kind) => texts[kind === 'owner' ? 'owner with hidden profiles' : kind],
    first: async (db, scope, values) => {
      const read = rowsRead.get(scope)
      rowsRead.delete(scope)
      if (read?.statement === statement && isSame(read.values, values)) {
        return read.row as Row | undefined
      }
      const all = { ...values, ...scopeValues(scope) } as Values & ScopeValues
      return (await texts[kindOf(scope)].run(db, all))[0]
    },
  }
  return statement
}

function kindOf(scope: Scope): Kind {
  if (soleProfileId(scope) !== undefined) return 'profile'
  if (scope.profileIds) return 'profiles'
  return scope.hiddenProfileIds.length > 0 ? 'owner with hidden profiles' : 'owner'
}

function scopeValues(scope: Scope) {
  return {
    scopeOwnerId: scope.ownerId,
    scopeProfileId: soleProfileId(scope),
    scopeProfileIds: scope.profileIds,
    scopeHiddenProfileIds: scope.hiddenProfileIds,
  }
}

/** A scope of that kind, with placeholders for what `inScope` compares with. */
function scopeOf(kind: Kind, values: ScopeValues): Scope {
  return {
    ownerId: values.scopeOwnerId,
    profile: kind === 'profile' ? { id: values.scopeProfileId, externalId: null } : null,
    profileIds: kind === 'profiles' ? values.scopeProfileIds : null,
    hiddenProfileIds: kind === 'owner with hidden profiles' ? values.scopeHiddenProfileIds : [],
  } as Scope
}

function isSame(left: object, right: object): boolean {
  return Object.entries(right).every(([name, value]) => left[name as keyof object] === value)
}
