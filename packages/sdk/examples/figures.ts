import { createClient } from '@postern/sdk'

const client = createClient({
  baseUrl: process.env.POSTERN_URL ?? 'http://localhost:4000',
  apiKey: process.env.POSTERN_KEY ?? '',
}).withProfile('client-42')

for await (const account of client.accounts.list({ platform: 'threads' })) {
  const figures = await client.insights.account(account.id, { metrics: ['views', 'likes'] })
  const views = figures.metrics.views?.total ?? null
  // null: the platform gave no figure. It does not mean 0.
  console.log(`${account.username}: ${views === null ? 'no figure yet' : `${views} views`}`)
}
for await (const comment of client.comments.list({ reply_status: 'unreplied' })) {
  console.log(`${comment.author_username} waits for an answer`)
}
