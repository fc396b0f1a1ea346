import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'server', 'openapi.json'), 'utf8'),
) as { 'x-limits': { post: { attemptsMax: number } } }

/** `npm run dev -w packages/dashboard` serves with hot reload; it needs a running `npm start`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  resolve: { conditions: ['@postern/source', ...defaultClientConditions] },
  server: {
    port: 4200,
    proxy: { '/v1': 'http://localhost:4000', '/media': 'http://localhost:4000' },
  },
  define: { __POST_ATTEMPTS_MAX__: document['x-limits'].post.attemptsMax },
  build: {
    target: 'es2023',
    // Inlined images would require `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
    manifest: true,
    // One file for the first page: split into fifty files it compresses 25 kB worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } },
    },
  },
})
