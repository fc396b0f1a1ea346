import { openAsBlob } from 'node:fs'
import { createClient } from '@postern/sdk'

const owner = createClient({
  baseUrl: process.env.POSTERN_URL ?? 'http://localhost:4000',
  apiKey: process.env.POSTERN_KEY ?? '',
})
const client = owner.withProfile('client-42')

// openAsBlob reads the file during the upload. In a browser, pass the File of an input.
const photo = await client.media.upload({
  file: await openAsBlob(process.env.PHOTO ?? 'photo.jpg'),
  alt_text: 'A loaf of rye bread',
})

const targets: { account_id: string }[] = []
for await (const account of client.accounts.list({ status: 'connected' })) {
  targets.push({ account_id: account.id })
}

const draft = { text: 'Fresh from the oven.', media: [{ id: photo.id }], targets }
const check = await client.posts.validate({ ...draft, mode: 'now' })
if (check.valid) {
  const post = await client.posts.create({ ...draft, mode: 'now' })
  console.log(`${post.id} is ${post.status}`)
} else {
  console.log('The platforms would reject it:', check)
}
