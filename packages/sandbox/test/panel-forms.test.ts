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

test('a given response is set with its status and body; without a status the form says so', async () => {
  const client = await openSandbox()
  expect((await client.call('/')).text).toContain('<option value="answer">')
  const send = async (values: Record<string, string>) =>
    await client.call('/panel/faults', {
      method: 'POST',
      body: new URLSearchParams({ platform: 'threads', match: '*', times: '1', ...values }),
      headers: fromPanel,
    })
  const answer = { kind: 'answer', answer_body: '{"error":{"code":10}}' }
  const refused = await send({ ...answer, answer_status: '' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('answer.status: ')
  expect(refused.text).toContain('{&quot;error&quot;:{&quot;code&quot;:10}}</textarea>')
  expect((await send({ ...answer, answer_status: '403' })).status).toBe(303)
  expect((await send({ ...answer, kind: 'http_500', answer_status: '' })).status).toBe(303)
  const { data } = (await client.call('/control/faults')).body
  expect(data).toMatchObject([
    { kind: 'answer', answer: { status: 403, body: { error: { code: 10 } } } },
    { kind: 'http_500' },
  ])
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
