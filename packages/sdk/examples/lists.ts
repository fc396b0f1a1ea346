import { createClient } from '@postern/sdk'

const client = createClient({
  baseUrl: process.env.POSTERN_URL ?? 'http://localhost:4000',
  apiKey: process.env.POSTERN_KEY ?? '',
})

// All items of all pages. Each page is requested when it is needed.
for await (const profile of client.profiles.list({ limit: 100 })) {
  console.log(profile.name)
}

// Or page by page, for example for a "next" button.
const page = await client.posts.list({ status: ['scheduled', 'published'], limit: 20 })
console.log(`${page.data.length} posts, more: ${page.has_more}`)
const next = await page.nextPage()
console.log(next === null ? 'That was the last page.' : `${next.data.length} on the next page`)
