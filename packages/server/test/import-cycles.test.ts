import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const folders = ['packages', 'bench', 'scripts'].map((name) => join(root, name))

test('no import cycles exist, including type imports', () => {
  const imports = new Map(folders.flatMap(listSources).map((file) => [file, importsOf(file)]))
  expect(imports.size).toBeGreaterThan(900)
  expect(cyclesOf(imports).map((cycle) => cycle.map((file) => relative(root, file)))).toEqual([])
})

test('files that import each other are reported', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  expect(cyclesOf(imports)).toEqual([['b', 'c']])
})

/** The groups of files that reach each other (Tarjan's strongly connected components). */
function cyclesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): void => {
    const position = order.size
    order.set(file, position)
    lowest.set(file, position)
    stack.push(file)
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) {
        lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!))
      }
    }
    if (lowest.get(file) !== position) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) cycles.push(group)
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return cycles
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const shape = /^import '([^']+)'|\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(shape)]
    .flatMap((match) => match.slice(1).find(Boolean) ?? [])
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolve(dirname(file), specifier))
    .filter((target) => existsSync(target))
}

function listSources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') return []
    if (statSync(path).isDirectory()) return listSources(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })
}
