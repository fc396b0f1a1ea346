import { expect, test } from 'vitest'
import { usedHashtags } from '../src/pages/composer/writing/hashtags.ts'
import { peopleToMention } from '../src/pages/composer/writing/mentions.ts'
import { matchingTexts } from '../src/parts/matching-texts.ts'
import { triggerAt } from '../src/parts/trigger.ts'

test.each([
  ['#', { sign: '#', query: '', start: 0 }],
  ['Fresh #br', { sign: '#', query: 'br', start: 6 }],
  ['(#bröt', { sign: '#', query: 'bröt', start: 1 }],
  ['with @anna.bak', { sign: '@', query: 'anna.bak', start: 5 }],
  ['with @anna@social.exa', { sign: '@', query: 'anna@social.exa', start: 5 }],
  ['anna@bakery', null],
  ['https://bakery.example/#top', null],
  ['##', null],
  ['#bread ', null],
  ['5#', null],
  ['/', { sign: '/', query: '', start: 0 }],
  ['Hello\n/öff', { sign: '/', query: 'öff', start: 6 }],
  ['(/sig', { sign: '/', query: 'sig', start: 1 }],
  ['/#sig', { sign: '/', query: '#sig', start: 0 }],
  ['and/or', null],
  ['https://', null],
  ['/ ', null],
  ['/opening hours', null],
])('before the caret is %j → %j', (text, expected) => {
  const trigger = triggerAt(text, text.length, ['#', '@', '/'])
  expect(trigger).toEqual(expected && { ...expected, end: text.length })
})

test('text behind the caret is not part of what is typed', () => {
  expect(triggerAt('#bread', 3, ['#'])).toMatchObject({ query: 'br', end: 3 })
})

test('a sign that the field does not use opens nothing', () => {
  expect(triggerAt('#bread', 6, ['/'])).toBeNull()
})

test('saved texts: names that begin with the words, other names, texts; of equal ones the kind first', () => {
  const texts = [
    { name: 'Holidays', text: 'The café is closed.', kind: 'reply' },
    { name: 'Our Café', text: 'x', kind: 'reply' },
    { name: 'Cafe hours', text: 'x', kind: 'template' },
    { name: 'CAFÉ thanks', text: 'x', kind: 'reply' },
    { name: 'Tea', text: 'x', kind: 'reply' },
  ]
  const names = matchingTexts(texts as never, 'café', 'reply').map(({ name }) => name)
  expect(names).toEqual(['CAFÉ thanks', 'Cafe hours', 'Our Café', 'Holidays'])
})

test('hashtags are counted once per post, most used first, however they are written', () => {
  const posts = [
    { text: '#Rye #rye and #bread', targets: [{ text: '#bread' }] },
    { text: 'plain #bread', targets: [{ text: null }] },
    { text: '#RYE', targets: [] },
    { text: '#bread', targets: [] },
  ]
  expect(usedHashtags(posts as never)).toEqual([
    { tag: '#bread', count: 3 },
    { tag: '#rye', count: 2 },
  ])
})

test('people to mention: own accounts first, each once, on the selected platforms only', () => {
  const accounts = [
    { platform: 'threads', username: 'anna' },
    { platform: 'facebook', username: 'Anna Bakes' },
  ]
  const comments = [
    { platform: 'threads', author_username: 'Ben' },
    { platform: 'threads', author_username: 'ben' },
    { platform: 'threads', author_username: 'ANNA' },
    { platform: 'threads', author_username: 'Display Name' },
    { platform: 'threads', author_username: '' },
    { platform: 'bluesky', author_username: 'cora.example' },
  ]
  const people = peopleToMention(accounts as never, comments as never, new Set(['threads']))
  expect(people).toEqual([
    { platform: 'threads', username: 'anna', origin: 'own_account' },
    { platform: 'threads', username: 'Ben', origin: 'commenter' },
  ])
})
