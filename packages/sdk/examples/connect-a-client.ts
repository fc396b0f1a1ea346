import { createClient } from '@postern/sdk'

const client = createClient({
  baseUrl: process.env.POSTERN_URL ?? 'http://localhost:4000',
  apiKey: process.env.POSTERN_KEY ?? '',
})

// The same external_id returns the same profile every time.
const profile = await client.profiles.create({
  name: 'Bergmann Bakery',
  external_id: 'client-42',
})
await client.connect.origins.register({ origin: 'https://app.example.com' })
const link = await client.connect.links.create(profile.id, {
  redirect_url: 'https://app.example.com/connected',
  platforms: ['threads', 'instagram'],
})
console.log(`Send this to ${profile.name}: ${link.url}`)
