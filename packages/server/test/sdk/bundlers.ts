import { join } from 'node:path'
import { execute, type installPacked, type installTools } from './packed.ts'

type Packed = Awaited<ReturnType<typeof installPacked>>
type Tools = Awaited<ReturnType<typeof installTools>>

const root = join(import.meta.dirname, '..', '..', '..', '..')

/** Bundles a module for browsers into `bundle.js`, as the global `consumer`; returns the output. */
export const bundlers: Record<string, (packed: Packed, tools: Tools) => Promise<string>> = {
  esbuild: (packed, tools) => {
    const format = ['--format=iife', '--global-name=consumer', '--log-level=warning']
    const args = ['program.js', '--bundle', '--platform=browser', '--outfile=bundle.js', ...format]
    return tools.run('esbuild', args, packed.folder)
  },
  Vite: async (packed) => {
    const lib = { entry: 'program.js', formats: ['iife'], name: 'consumer', fileName: 'bundle' }
    const config = { logLevel: 'warn', build: { lib, outDir: 'vite' } }
    packed.write('vite.config.js', `export default ${JSON.stringify(config)}`)
    const program = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const output = await execute(process.execPath, [program, 'build'], packed.folder)
    packed.write('bundle.js', packed.read('vite/bundle.iife.js'))
    return output
  },
  webpack: (packed, tools) => {
    const output = { path: packed.folder, filename: 'bundle.js', library: 'consumer' }
    const config = { mode: 'production', entry: './program.js', target: 'web', output }
    packed.write(
      'webpack.cjs',
      `require(${JSON.stringify(tools.folderOf('webpack'))})(${JSON.stringify(config)},
        (err, stats) => console.log(err ?? stats.toString({ all: false, errors: true, warnings: true })))`,
    )
    return execute(process.execPath, ['webpack.cjs'], packed.folder)
  },
}
