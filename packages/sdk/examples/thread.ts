import { createClient } from '@postern/sdk'

const client = createClient({
  baseUrl: process.env.POSTERN_URL ?? 'http://localhost:4000',
  apiKey: process.env.POSTERN_KEY ?? '',
}).withProfile('client-42')

const { data: accounts } = await client.accounts.list({ status: 'connected' })
const post = await client.posts.create({
  text: 'How our rye bread is made:',
  thread: [{ text: 'In the evening, we feed the sourdough.' }, { text: 'At five, we bake.' }],
  // One post with all texts on networks without threads, such as Facebook.
  thread_fallback: 'join',
  targets: accounts.map(({ id }) => ({ account_id: id })),
  mode: 'now',
})
console.log(`${post.id} has ${post.thread.length + 1} parts`)
