import { expect, test } from 'vitest'
import { sharedWindow } from './window.ts'

test('React reads a form that is sent while the page changes', () => {
  sharedWindow()
  const form = document.createElement('form')
  form.innerHTML = '<input name="origin" value="https://app.example.com"><button>Add</button>'
  expect([...new FormData(form)]).toEqual([['origin', 'https://app.example.com']])
})
