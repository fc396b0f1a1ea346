import { expect, test } from 'vitest'
import { originOf } from '../src/parts/origin-of.ts'

test.each([
  ['https://app.example.com', 'https://app.example.com'],
  [' https://App.example.com/connected?a=1#b ', 'https://app.example.com'],
  ['app.example.com', 'https://app.example.com'],
  ['app.example.com/connected', 'https://app.example.com'],
  ['http://localhost:3000/back', 'http://localhost:3000'],
  ['localhost:3000', 'https://localhost:3000'],
  ['http://app.example.com', 'http://app.example.com'],
  ['https://*.example.com', 'https://*.example.com'],
  ['https://me:secret@app.example.com', 'https://me:secret@app.example.com'],
  ['javascript://alert(1)', 'javascript://alert(1)'],
  ['not a domain', 'not a domain'],
  ['htp:/bad domain', 'htp:/bad domain'],
  ['htp:/app.example.com', 'htp:/app.example.com'],
  ['https:/app.example.com', 'https://app.example.com'],
  ['', ''],
])('%j → %j', (typed, origin) => {
  expect(originOf(typed)).toBe(origin)
})
