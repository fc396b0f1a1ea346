import { expect, test } from 'vitest'
import { countAll, recoverySeconds, type TargetRow } from './count.ts'
import { refusalOf } from './isolate.ts'
import { proxyConfig } from './proxy.ts'

const row = (text: string, changes: Partial<TargetRow> = {}): TargetRow => ({
  ...{
    id: `id of ${text}`,
    platform: 'threads',
    text,
    status: 'published',
    phase: null,
    isOpen: false,
  },
  ...{ first_comment_status: null, error_code: null },
  ...changes,
})

function count(facts: { texts: string[][]; published: string[]; rows: TargetRow[] }) {
  return countAll({
    sent: facts.texts.map((texts) => ({ platform: 'threads', texts })),
    published: facts.published,
    rows: facts.rows,
    announced: new Map([
      ['/0', new Set(['id of a', 'id of b'])],
      ['/1', new Set(['id of a'])],
    ]),
  })
}

test('a text that is on a network twice counts once, whether it is a post or a later part', () => {
  const published = ['a', 'a', 'a, part 2', 'b', 'b, part 2', 'b, part 2']
  const texts = [
    ['a', 'a, part 2'],
    ['b', 'b, part 2'],
  ]
  const { twice, twiceTexts, lost } = count({ texts, published, rows: [row('a'), row('b')] })
  expect([twice, twiceTexts, lost]).toEqual([2, ['a', 'b, part 2'], 0])
})

test('a missing text is lost, unless its target says that it is not public', () => {
  const texts = [['a'], ['b'], ['c'], ['d'], ['e', 'e, part 2'], ['f', 'f, part 2']]
  const rows = [
    row('a'),
    row('b', { status: 'unknown' }),
    row('c', { status: 'scheduled', isOpen: true }),
    row('e'),
    row('f', { first_comment_status: 'unknown' }),
  ]
  const counts = count({ texts, published: ['e', 'f'], rows })
  expect(counts.unknownPublic).toBe(0)
  expect(count({ texts, published: ['b'], rows }).unknownPublic).toBe(1)
  expect(counts.lostTexts).toEqual(['a', 'd', 'e, part 2'])
  expect(counts.lostWithRow).toEqual(['a', 'e, part 2'])
  expect(counts).toMatchObject({ lost: 3, unknown: 2, stuck: 1, failed: 0 })
})

test('an event must arrive at every endpoint for each published target', () => {
  const rows = [row('a'), row('b'), row('c', { status: 'failed' })]
  const counts = count({ texts: [['a'], ['b'], ['c']], published: ['a', 'b'], rows })
  expect(counts).toMatchObject({ eventsLost: 1, deliveries: 3, failed: 1 })
})

test('the recovery is the longest time without a successful write after the fault', () => {
  const probes = [
    { at: 900, status: 201 },
    { at: 1_500, status: 503 },
    { at: 2_000, status: 201 },
    { at: 7_300, status: 201 },
    { at: 5_000, status: null },
    { at: 7_400, status: 201 },
  ]
  expect(recoverySeconds(probes, 1_000)).toBe(5.3)
  expect(recoverySeconds(probes, 7_350)).toBe(0.1)
  expect(recoverySeconds(probes, 8_000)).toBeNull()
})

test('a host without programs is told the packages, one without root the command', () => {
  const linux = { platform: 'linux', uid: 0, isInstalled: () => true }
  const isInstalled = (path: string) => !/patroni|haproxy/.test(path)
  expect(refusalOf(linux)).toBeNull()
  expect(refusalOf({ ...linux, isInstalled })).toMatch(/recommends patroni haproxy$/)
  expect(refusalOf({ ...linux, uid: 1_000 })).toContain('sudo npm run faults cluster')
  expect(refusalOf({ ...linux, platform: 'darwin' })).toContain('needs Linux')
})

test('only the hub balances the api processes; every machine reaches the primary and the sandbox', () => {
  const databases = [{ name: 'db1', address: '10.87.0.11' }]
  const apis = [{ name: 'app1', address: '10.87.0.21' }]
  const listens = (text: string) => [...text.matchAll(/^listen (\w+)$/gm)].map(([, name]) => name)
  expect(listens(proxyConfig({ databases, apis: [] }))).toEqual(['database', 'sandbox'])
  expect(listens(proxyConfig({ databases, apis }))).toEqual(['database', 'sandbox', 'balancer'])
  expect(proxyConfig({ databases, apis })).toContain('server db1 10.87.0.11:5432 check port 8008')
})
