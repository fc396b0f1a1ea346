import { turnOnCompileCache } from './compile-cache.ts'

// Enable the compile cache before other imports. It halves the start time and saves the memory of the
// TypeScript compiler (20 MB in the server, 29 MB in the sandbox).
turnOnCompileCache()
await import('./product.ts')
