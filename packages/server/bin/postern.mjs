#!/usr/bin/env node
import { fileURLToPath } from 'node:url'

// The sources are TypeScript, which older runtimes do not read; npx and npm run bring the right one.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    `Postern needs Node 26, and this is ${process.version}. Call it as: npx postern, or npm run postern -- …\n`,
  )
  process.exit(1)
}
// Half of a command's time is compiling; where the folder cannot be written, it compiles each time.
const { enableCompileCache } = await import('node:module')
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/postern', import.meta.url)))
const { main } = await import('../src/cli/main.ts')
await main(process.argv)
