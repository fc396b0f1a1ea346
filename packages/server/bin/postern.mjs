#!/usr/bin/env node
// Runs the `postern` command: the source in the repository, otherwise the build. This file runs on
// Node 20; on a Node that is too old for Postern it starts itself again on a newer one.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const newerNode = '26.10.0'
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const isRepository = existsSync(path('../src/cli/main.ts'))
// Passwords need crypto.argon2 of Node 24.7; 24.16 is the oldest that was tried.
const [neededMajor, neededMinor] = [24, 16]
const [major, minor] = process.versions.node.split('.').map(Number)

if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) await run()
else runOn(installNode())

async function run() {
  // Compiling takes half of a command's time, so cache it. Without write access nothing is cached.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(path('../../../node_modules/.cache/postern'))
  const { main } = await import(isRepository ? '../src/cli/main.ts' : '../dist/cli/main.js')
  await main(process.argv)
}

/** The path of a newer Node from npm, which keeps it in its cache. It needs no install script. */
function installNode() {
  const system = `${process.platform}-${process.arch}`
  const name = system === 'darwin-arm64' ? `node-bin-${system}` : `node-${system}`
  const options = [
    '--yes',
    '--prefer-offline',
    '--loglevel=error',
    `--package=${name}@${newerNode}`,
  ]
  try {
    return execFileSync('npm', ['exec', ...options, '--', 'node', '--print', 'process.execPath'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim()
  } catch {
    process.stderr.write(
      `Postern needs Node ${neededMajor}.${neededMinor}, and this is ${process.version}. ` +
        `npm could not install Node ${newerNode}. Install a newer Node.\n`,
    )
    process.exit(1)
  }
}

function runOn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  child.on('exit', (code) => process.exit(code ?? 1))
  // The terminal sends SIGINT to both processes.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // A killed npm sends no signal, but then this process has another parent.
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500).unref()
}
