import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { limitConstants } from './scripts/limit-constants.ts'

const startScript = join(import.meta.dirname, 'src', 'start.ts')
/** The start script and what it imports. */
const startModules = /src[\\/](start|shell[\\/]early-keys)\.ts$/
/** The sign-in page, and what every page loads once the browser is idle. */
const dialogs = /src[\\/](session[\\/]|parts[\\/](confirm-dialog|notices))/

/** Icons and small components: together they are one file, whose name the first page has to know. */
const smallParts = /lucide-react|src[\\/]parts[\\/]/

/** `npm run dev -w packages/dashboard` serves with hot reload; it needs a running `npm start`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), orderFirstFiles()],
  resolve: { conditions: ['@postern/source', ...defaultClientConditions] },
  server: {
    port: 4200,
    proxy: { '/v1': 'http://localhost:4000', '/media': 'http://localhost:4000' },
  },
  define: limitConstants(),
  build: {
    target: 'es2023',
    // Inlined images would require `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // Every browser that runs ES2023 knows `modulepreload`.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // The first page lists the names of all files; their hashes hardly compress. 6 digits are for 64 files.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // One file for the first page: split into fifty files it compresses 25 kB worse.
            { name: 'base', tags: ['$initial'], test: (id) => !startModules.test(id) },
            { name: 'dialogs', test: dialogs },
            // What several pages use; otherwise each icon would be a file.
            { name: 'shared', minShareCount: 3 },
            { name: 'parts', test: smallParts, minShareCount: 2 },
          ],
        },
      },
    },
  },
})

/**
 * Adds src/start.ts to index.html as a file that blocks the first paint; Vite bundles only modules.
 * The stylesheet does not block it: index.html preloads it, and src/main.tsx applies it.
 */
function orderFirstFiles(): Plugin {
  return {
    name: 'order-first-files',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: startScript, name: 'start' })
    },
    transformIndexHtml(html, { bundle }) {
      const chunk = Object.values(bundle ?? {}).find(({ name }) => name === 'start')
      if (chunk?.type !== 'chunk') throw new Error('The start script is missing.')
      // A script that is no module cannot import.
      const [imported] = chunk.imports
      if (imported) throw new Error(`src/start.ts imports ${imported}; see startModules.`)
      const src = `/dashboard/${chunk.fileName}`
      return {
        html: html.replace('rel="stylesheet"', 'rel="preload" as="style"'),
        tags: [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }],
      }
    },
  }
}
