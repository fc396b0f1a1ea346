import { expect, test } from 'vitest'
import { sharedWindow } from './window.ts'

test('React reads a form that is sent while the page changes', () => {
  sharedWindow()
  const form = document.createElement('form')
  form.innerHTML = '<input name="origin" value="https://app.example.com"><button>Add</button>'
  expect([...new FormData(form, null)]).toEqual([['origin', 'https://app.example.com']])
})

test('a form with a file is sent as one of Node', async () => {
  sharedWindow()
  const form = new FormData()
  form.append('file', new File(['bread'], 'bread.txt'))
  const file = (await new Response(form).formData()).get('file') as File
  expect([file.name, await file.text()]).toEqual(['bread.txt', 'bread'])
})
