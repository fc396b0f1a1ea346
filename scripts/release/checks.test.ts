import { expect, test } from 'vitest'
import { problemsOf, type State } from './checks.ts'

const ready: State = {
  changes: '',
  tags: ['v0.9.0', 'v0.10.1', 'other'],
  versions: [{ file: 'package.json', version: '0.11.0' }],
  withoutRepository: [],
  changelog: '# Changelog\n\n## Unreleased\n\n## 0.11.0 – 2026-11-30\n\n- Do more.\n\n## 0.10.1\n',
  readmes: { 'README.md': 'postern start' },
}

test('a repository that is ready has no problems', () => {
  expect(problemsOf('0.11.0', ready)).toEqual([])
})

const notReady: [string, Partial<State>][] = [
  ['The work tree has changes. Commit them first.', { changes: ' M README.md\n' }],
  [
    'packages/sdk/package.json has the version 0.10.1, not 0.11.0.',
    { versions: [{ file: 'packages/sdk/package.json', version: '0.10.1' }] },
  ],
  ['0.11.0 is not newer than the tag v0.11.0.', { tags: ['v0.9.0', 'v0.11.0'] }],
  [
    'packages/sdk/package.json has no field "repository".',
    { withoutRepository: ['packages/sdk/package.json'] },
  ],
  [
    'CHANGELOG.md: move the entries of Unreleased to 0.11.0.',
    { changelog: ready.changelog.replace('## Unreleased\n', '## Unreleased\n\n- Do it.\n') },
  ],
  [
    'CHANGELOG.md has no entries for 0.11.0.',
    { changelog: ready.changelog.replace('- Do more.', '') },
  ],
  [
    'CHANGELOG.md: the title of 0.11.0 must be "0.11.0 – YYYY-MM-DD".',
    { changelog: ready.changelog.replace('2026-11-30', 'not yet published') },
  ],
  [
    'README.md says that the package is not published yet.',
    { readmes: { 'README.md': 'It is not on npm yet.' } },
  ],
]

test.each(notReady)('the problem "%s" is found', (problem, change) => {
  expect(problemsOf('0.11.0', { ...ready, ...change })).toEqual([problem])
})
