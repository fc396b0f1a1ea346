#!/usr/bin/env node
import { fileURLToPath } from 'node:url'

// Older runtimes cannot run the TypeScript sources; npx and npm run use the right one.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    `Postern needs Node 26, and this is ${process.version}. Call it as: npx postern, or npm run postern -- …\n`,
  )
  process.exit(1)
}
// Compiling takes half of a command's time, so cache it. Without write access nothing is cached.
const { enableCompileCache } = await import('node:module')
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/postern', import.meta.url)))
const { main } = await import('../src/cli/main.ts')
await main(process.argv)
