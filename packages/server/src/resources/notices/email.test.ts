import { expect, test } from 'vitest'
import type { NoticeItem } from './causes.ts'
import { plainText, writeEmail } from './email.ts'

const item: NoticeItem = {
  what: '',
  resource_id: 'cmt_1',
  profile: 'Café Aurora',
  name: 'kim',
  quote: 'Open on Sunday?',
}
const dashboard = 'https://postern.example.com/dashboard'

test('an email has the count, the first few and links to their pages', () => {
  const section = { cause: 'comment_unanswered' as const, count: 7, items: [item] }
  const { subject, text } = writeEmail([section], dashboard)
  expect(subject).toBe('Postern: 7 comments are not answered')
  expect(text).toBe(`7 comments are not answered
- Café Aurora · kim
  “Open on Sunday?”
  ${dashboard}/inbox?status=all&comment=cmt_1
and 6 more: ${dashboard}/inbox

Change what you are told: ${dashboard}/settings
`)
})

test('several causes are one email', () => {
  const sections = [
    { cause: 'post_failed' as const, count: 1, items: [item] },
    { cause: 'post_waiting' as const, count: 1_000, items: [item] },
  ]
  const { subject, text } = writeEmail(sections, dashboard)
  expect(subject).toBe('Postern: 1001 notices')
  expect(text).toContain('A post failed\n')
  expect(text).toContain('1000 or more posts wait for approval')
})

test('texts of strangers stay on one line, clipped, without links, addresses and directions', () => {
  const text = plainText(
    'Hi\r\nBcc: a@b.example\u202e https://evil.example/x\u0000 www.evil.example',
  )
  expect(text).not.toMatch(/\p{Cc}|\u202e|:\/\/|\w\.\w|@\w/u)
  expect([...plainText('😀'.repeat(500))]).toHaveLength(120)
  expect(plainText('\ud800x').isWellFormed()).toBe(true)
})
