import fc, { type Arbitrary } from 'fast-check'
import { password } from '../dashboard.ts'
import type { Operation } from './document.ts'
import { type Fixture, hooks, idShape, origin } from './fixture.ts'
import type { ValuesByField } from './schema.ts'

/** The ID prefix for path parameters without an example, by the path segment before them. */
const prefixBySegment: Record<string, string> = { profiles: 'prof' }
/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Values that exist in this fixture, by the name of the field or parameter. */
export function valuesByField(fixture: Fixture): ValuesByField {
  const accounts = idsOf(fixture, 'acc')
  return {
    account_id: accounts,
    account_ids: fc.uniqueArray(accounts, { minLength: 1, maxLength: 3 }),
    post_id: idsOf(fixture, 'post'),
    post_ids: idsOf(fixture, 'post').map((id) => [id]),
    profile_id: fc.oneof(idsOf(fixture, 'prof'), fc.constant('fuzz')),
    id: idsOf(fixture, 'med'),
    origin: fc.constantFrom(origin, 'https://other.example.com', 'http://localhost:3000'),
    redirect_url: fc.constantFrom(`${origin}/back?x=1`, `${origin}/`),
    url: fc.constantFrom(hooks, 'https://media.example.com/photo.jpg'),
    options: fc.constant({}),
    media: fc.constant([]),
    targets: targetOf(accounts).map((target) => [target]),
    mode: fc.constantFrom('draft', 'schedule'),
    scheduled_at: fc.constantFrom('2027-02-01T09:00:00Z', '2027-03-01T09:00:00Z'),
    metrics: fc.constantFrom('views', 'views,likes'),
    expires_at: fc.constant('2027-06-01T00:00:00Z'),
    from: fc.constantFrom('2026-09-01', '2026-10-31'),
    to: fc.constantFrom('2026-10-31', '2026-11-21'),
    since: fc.constantFrom('2026-11-01T00:00:00Z', '2026-11-20T12:00:00.000Z'),
    until: fc.constant('2026-11-21T00:00:00Z'),
    active: fc.constant(true),
    // Otherwise nothing of the profile is published any more.
    approval_required: fc.constant(false),
    limit: fc.integer({ min: 1, max: 100 }).map(String),
    platform_post_id: fc.bigInt({ min: 1n, max: 10n ** 17n }).map(String),
    time_zone: fc.constant('Europe/Berlin'),
    token: fc.constant(fixture.signedIn.linkToken),
    email: fc.oneof(
      fc.constant(fixture.signedIn.email),
      fc.nat().map((number) => `member${number}@example.com`),
    ),
    password: fc.constant(password),
    current_password: fc.constant(password),
    first_comment: fc.constant('First!'),
    data: fc.constant(pixel),
  }
}

/** Several would mostly be refused: the accounts differ, and are in one profile. */
function targetOf(account_id: Arbitrary<string>): Arbitrary<object> {
  const thread = fc.constantFrom([], [{ text: 'The second part' }])
  const text = fc.constantFrom('', 'For this account')
  return fc.record({ account_id, text, thread }, { requiredKeys: ['account_id'] })
}

/** Values for the parameters in the operation's path. */
export async function pathParametersOf(
  fixture: Fixture,
  operation: Operation,
): Promise<Arbitrary<Record<string, string>>> {
  const names = operation.parameters.filter((each) => each.in === 'path')
  const [parent, child, ...others] = names
  if (!parent) return fc.constant({})
  const prefix = prefixOf(operation, parent)
  const ids = idsOf(fixture, prefix)
  if (!child) return ids.map((id) => ({ [parent.name]: id }))
  if (others.length > 0)
    throw new Error(`${operation.path}: test/fuzz/values.ts supports at most two ids`)
  const pairs: Record<string, string>[] = []
  for (const id of fixture.mainIds.get(prefix) ?? []) {
    for (const inner of await childrenOf(fixture, prefix, id)) {
      pairs.push({ [parent.name]: id, [child.name]: inner })
    }
  }
  const mixed = fc.record({ [parent.name]: ids, [child.name]: fc.uuid() })
  if (pairs.length === 0) return mixed
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...pairs) },
    { weight: 1, arbitrary: mixed },
  )
}

/** The IDs that belong to an ID of the prefix; keys cannot list notes, so all are read from the tables. */
const childQueries: Record<string, string> = {
  post: 'select id from post_target where post_id = $1',
  whk: 'select id from delivery where endpoint_id = $1 limit 5',
  cmt: 'select id from comment_note where comment_id = $1 limit 5',
}

async function childrenOf({ testApp }: Fixture, prefix: string, id: string): Promise<string[]> {
  const query = childQueries[prefix]
  if (!query) throw new Error(`Add the children of ${prefix}_… to childQueries.`)
  const { rows } = await testApp.ctx.db.pool.query<{ id: string }>(query, [id])
  return rows.map((row) => row.id)
}

function prefixOf(operation: Operation, parameter: Operation['parameters'][number]): string {
  const example = (parameter.schema as { examples?: string[] }).examples?.[0]
  const segments = operation.path.split('/')
  const segment = segments[segments.indexOf(`{${parameter.name}}`) - 1]!
  const prefix = idShape.exec(example ?? '')?.[1] ?? prefixBySegment[segment]
  if (prefix) return prefix
  throw new Error(
    `${operation.path}: the ID prefix of {${parameter.name}} is unknown. Add it to prefixBySegment in test/fuzz/values.ts.`,
  )
}

function idsOf(fixture: Fixture, prefix: string): Arbitrary<string> {
  const mainIds = fixture.mainIds.get(prefix) ?? []
  const seenIds = [...(fixture.seenIds.get(prefix) ?? [])].sort()
  const nonexistent = fc.constantFrom(`${prefix}_01k4wz7tq8e1n9mdh2y6c3vbfa`, `${prefix}_`, 'x')
  return fc.oneof(
    ...(mainIds.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...mainIds) }] : []),
    ...(seenIds.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...seenIds) }] : []),
    { weight: 1, arbitrary: nonexistent },
  )
}
