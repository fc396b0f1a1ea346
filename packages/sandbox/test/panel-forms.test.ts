import { expect, test } from 'vitest'
import { openSandbox } from './client.ts'

const fromPanel = { 'sec-fetch-site': 'same-origin' }

test('a fault for an endpoint that the platform does not have keeps the form', async () => {
  const client = await openSandbox()
  const values = { platform: 'bluesky', kind: 'slow_ms', match: 'nonsense', times: '7' }
  const { status, text } = await client.call('/panel/faults', {
    method: 'POST',
    body: new URLSearchParams(values),
    headers: fromPanel,
  })
  expect(status).toBe(400)
  expect(text).toContain('Bluesky has no endpoint &quot;nonsense&quot;.')
  expect(text).toMatch(/one of: [^<]*createRecord, /)
  expect(text).toContain('<option value="bluesky" selected>')
  expect(text).toContain('<option value="slow_ms" selected>')
  expect(text).toMatch(/name="match" value="nonsense"[^>]* required [^>]*autofocus/)
  expect(text).toContain('name="times" type="number" min="1" value="7"')
})

test('the filter of the calls stays after the forms of the panel', async () => {
  const client = await openSandbox()
  const query = '?platform=threads&call=GET'
  const panel = await client.call(`/${query}`)
  const forms: [string, Record<string, string>, string][] = [
    ['/panel/clock', { reset: '1' }, 'clock'],
    ['/panel/faults', { platform: 'threads', kind: 'http_500', match: '*', times: '1' }, 'faults'],
    ['/panel/faults', { clear: '1' }, 'faults'],
  ]
  for (const [action, values, fragment] of forms) {
    expect(panel.text).toContain(`action="${action}`)
    const headers = { ...fromPanel, referer: `${client.url}/${query}` }
    const body = new URLSearchParams(values)
    const done = await client.call(action, { method: 'POST', body, headers })
    expect([done.status, done.headers.get('location')]).toEqual([303, `/${query}#${fragment}`])
  }
})
