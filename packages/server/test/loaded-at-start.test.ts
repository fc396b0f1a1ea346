import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..', 'src')

/** Packages that take 5 MB or more and that many installations never use. */
const loadedWhenNeeded = [
  '@aws-sdk/client-s3',
  '@modelcontextprotocol/server',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/sdk-metrics',
  'libheif-js',
  'mediabunny',
  'sharp',
]

test('an idle server has loaded no package that it may never need', () => {
  const importers = importersByPackage(join(source, 'main.ts'))
  expect(importers.size).toBeGreaterThan(15)
  expect(loadedWhenNeeded.filter((name) => importers.has(name))).toEqual([])
})

/** The packages that a file loads, directly or not, and the file that imports each. */
function importersByPackage(entry: string): ReadonlyMap<string, string> {
  const importers = new Map<string, string>()
  const files = new Set([entry])
  for (const file of files) {
    for (const specifier of importsOf(file)) {
      const target = resolve(dirname(file), specifier)
      if (specifier.startsWith('.')) existsSync(target) && files.add(target)
      else if (!specifier.startsWith('node:')) importers.set(specifier, relative(source, file))
    }
  }
  return importers
}

/** What a file imports when it is loaded: neither types nor `import()`. */
function importsOf(file: string): string[] {
  const statements = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\b(?! type\b)(?:[^;'"]*? from)? ?'([^']+)'/gm,
  )
  return [...statements].map((match) => match[1]!)
}
