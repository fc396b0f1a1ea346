import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '../../server/src/app.ts'
import { otherActions } from '../../server/src/schemas/audit-entry.ts'
import { actionGroups } from '../src/pages/audit-log/action-groups.ts'

/** Operations that only read. */
const silent = ['validatePost', 'previewLink', 'readSignInLink']

const operations = routes
  .filter(({ method, operationId }) => method !== 'get' && !silent.includes(operationId))
  .map(({ operationId }) => operationId)
const actions = [...operations, ...otherActions].sort()
/** Their sentences say that they failed. */
const failures = ['signInFailed', 'secondFactorFailed']

const messages = join(import.meta.dirname, '..', 'src', 'messages')
const languages = readdirSync(messages, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

function sentencesOf(language: string, file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(messages, language, `${file}.json`), 'utf8'))
}

test('every action of the audit log is in one group', () => {
  expect(Object.values(actionGroups).flat().sort()).toEqual(actions)
})

test.each(languages)('every operation that changes something has a sentence: %s', (language) => {
  const done = sentencesOf(language, 'audit-actions')
  const tried = sentencesOf(language, 'audit-attempts')
  expect(Object.keys(done).sort()).toEqual(actions)
  expect(Object.keys(tried).sort()).toEqual(actions.filter((each) => !failures.includes(each)))
  const english = sentencesOf('en', 'audit-actions')
  for (const action of actions) {
    expect(done[action]).toMatch(/\w/)
    expect(done[action], action).not.toContain(action)
    if (language !== 'en') expect(done[action], action).not.toBe(english[action])
    if (failures.includes(action)) continue
    expect(tried[action], action).not.toBe(done[action])
    // The same resource and profile are named.
    expect(tagsIn(tried[action]!), action).toEqual(tagsIn(done[action]!))
    expect(tagsIn(done[action]!), action).toEqual(tagsIn(english[action]!))
  }
})

function tagsIn(sentence: string): string[] {
  return (sentence.match(/<[rp]\/>/g) ?? []).sort()
}
