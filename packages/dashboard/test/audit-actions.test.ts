import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '../../server/src/app.ts'
import { actionGroups } from '../src/pages/audit-log/action-groups.ts'

/** Actions that are not the name of an operation (`listAuditLog` in the API's reference). */
const otherActions = [
  'signInFailed',
  'changePassword',
  'signInWithRecoveryCode',
  'signInWithProvider',
  'secondFactorFailed',
]
/** Operations that only read. */
const silent = ['validatePost', 'previewLink', 'readSignInLink']

const grouped = Object.values(actionGroups).flat()

test('every action of the audit log is in one group and has a sentence', () => {
  const operations = routes
    .filter(({ method, operationId }) => method !== 'get' && !silent.includes(operationId))
    .map(({ operationId }) => operationId)
  const actions = [...operations, ...otherActions].sort()
  expect([...grouped].sort()).toEqual(actions)
  const file = join(import.meta.dirname, '..', 'src', 'messages', 'en', 'audit-actions.json')
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort()).toEqual(actions)
})
