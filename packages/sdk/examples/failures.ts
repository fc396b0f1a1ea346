import { createClient, PosternConnectionError, PosternError } from '@postern/sdk'

const client = createClient({
  baseUrl: process.env.POSTERN_URL ?? 'http://localhost:4000',
  apiKey: process.env.POSTERN_KEY ?? '',
  timeoutMs: 10_000,
  retries: 3,
})

try {
  const [first] = (await client.profiles.list({ limit: 1 })).data
  await client.profiles.delete(first?.id ?? '', { signal: AbortSignal.timeout(60_000) })
} catch (err) {
  if (err instanceof PosternError && err.code === 'default_profile') {
    console.log(`${err.status} ${err.code}: ${err.message}`)
  } else if (err instanceof PosternConnectionError) {
    console.log(`No response (${err.reason}). The request may have been processed.`)
  } else {
    throw err
  }
}
