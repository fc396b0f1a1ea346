import type pg from 'pg'
import type { Scope } from '../access/scope.ts'
import { tell } from '../base/facts.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../database/open.ts'
import type { Answer, Route } from './route.ts'
import {
  type Made,
  noneUnchanged,
  readChecked,
  readUnchanged,
  type Unchanged,
} from './unchanged.ts'

type Input = Parameters<Route['run']>[2]

/** A body as it goes over the wire. */
export class Written {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** JSON, or a text of its own kind as it is. */
export function writeBody(contentType: string | undefined, body: unknown): string {
  if (body instanceof Written) return body.text
  return contentType ? (body as string) : JSON.stringify(body)
}

const unchangedOf = new WeakMap<Reader, Unchanged<Answer>>()

/**
 * The answer of a route that only reads. One that says what its answer is made of (`look`) gives that of
 * last time again while it is made of the same; `isChecked` holds such an answer against a new one.
 * `address` is all that the request says, of which `parse` makes the input.
 */
export async function readRoute(
  ctx: Context,
  scope: Scope,
  route: Route,
  { address, parse, isChecked }: { address: string; parse: () => Input; isChecked: boolean },
): Promise<Answer> {
  const { look } = route
  if (!look) return await route.run(ctx, scope, parse())
  const all = unchangedOf.get(ctx.db.keeping) ?? noneUnchanged<Answer>()
  unchangedOf.set(ctx.db.keeping, all)
  const read = isChecked ? readChecked : readUnchanged
  return await read(all, `${scope.actor.id} ${scope.profile?.id ?? ''} ${address}`, {
    scope,
    era: ctx.db.era(),
    moment: ctx.db.moment,
    judgeMoment: ctx.db.judgeMoment,
    now: () => ctx.clock.now().getTime(),
    prepare: () => look(ctx, scope, parse()),
    make: async () => written(route, await route.run(ctx, scope, parse())),
    makeMarked: () => makeMarked(ctx, scope, route, look, parse()),
  })
}

/**
 * As of one moment, which takes a connection to itself. Where none is free nothing is kept: an answer as
 * such waits for nobody.
 */
async function makeMarked(
  ctx: Context,
  scope: Scope,
  route: Route,
  look: NonNullable<Route['look']>,
  input: Input,
): Promise<Made<Answer> | null> {
  if (!hasFree(ctx.db.pool)) return null
  return await ctx.db.inSnapshot(async (tx) => {
    const own = { ...ctx, db: { ...ctx.db, read: tx, keeping: tx } }
    const mark = await look(own, scope, input)()
    if (mark === null) return null
    const answer = written(route, await route.run(own, scope, input))
    return { answer, mark, bytes: Buffer.byteLength(answer.body.text) }
  })
}

function hasFree({ idleCount, totalCount, waitingCount, options }: pg.Pool): boolean {
  return waitingCount === 0 && (idleCount > 0 || totalCount < options.max)
}

function written(route: Route, { body, ...answer }: Answer): Answer<Written> {
  tell('read.given', { as: 'new' })
  const text = writeBody(route.answers[answer.status]?.contentType, body)
  return { ...answer, body: new Written(text) }
}
