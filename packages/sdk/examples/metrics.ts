import { createClient } from '@postern/sdk'

const client = createClient({
  baseUrl: process.env.POSTERN_URL ?? 'http://localhost:4000',
  apiKey: process.env.POSTERN_KEY ?? '',
}).withProfile('client-42')

for await (const account of client.accounts.list({ platform: 'threads' })) {
  const insights = await client.insights.account(account.id, { metrics: ['views', 'likes'] })
  const views = insights.metrics.views?.total ?? null
  // null means that the platform has no value. It is not 0.
  console.log(`${account.username}: ${views === null ? 'no data yet' : `${views} views`}`)
}
for await (const comment of client.comments.list({ reply_status: 'unreplied' })) {
  console.log(`${comment.author_username} is waiting for a reply`)
}
