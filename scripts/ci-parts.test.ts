import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changedSince, partsOf } from './ci-parts.ts'

describe('the parts of CI that a change can touch', () => {
  test.each([
    { file: 'packages/server/src/resources/posts/create.ts', parts: [] },
    { file: 'packages/dashboard/src/pages/inbox/inbox-page.tsx', parts: [] },
    { file: 'packages/server/openapi.json', parts: ['clients'] },
    { file: 'packages/sdk/src/client.ts', parts: ['clients'] },
    { file: 'packages/sdk-python/src/postern/client.py', parts: ['clients'] },
    { file: 'package-lock.json', parts: ['clients'] },
    { file: 'packages/server/scripts/build.ts', parts: ['clients'] },
    { file: 'packages/server/src/platforms/bluesky/api.ts', parts: ['real'] },
    { file: 'packages/server/src/platforms/wordpress/api.ts', parts: ['real'] },
    { file: 'packages/sandbox/src/wordpress/posts.ts', parts: ['real'] },
    { file: 'packages/server/src/platforms/contract/publish.ts', parts: ['real'] },
    { file: 'packages/server/src/platforms/threads/api.ts', parts: [] },
    { file: 'packages/sandbox/src/mastodon/media.ts', parts: ['real'] },
    { file: 'packages/server/src/outbound/fetch.ts', parts: ['real'] },
    { file: 'packages/server/src/storage/store-s3.ts', parts: ['real'] },
    { file: 'packages/real-servers/package.json', parts: ['clients', 'real'] },
    { file: '.ci/run', parts: ['clients', 'real'] },
  ])('$file → $parts', ({ file, parts }) => {
    expect(partsOf([file])).toEqual(parts)
  })

  test('the changed files are unknown → all', () => {
    expect(partsOf(null)).toEqual(['clients', 'real'])
  })
})

describe('the changed files', () => {
  test('with a base → those since the base', () => {
    const { folder, commit } = repository()
    const base = commit('old.ts', '2026-01-01T00:00:00Z')
    commit('one.ts', '2026-01-02T00:00:00Z')
    commit('two.ts', '2026-03-01T00:00:00Z')
    expect(changedSince(base, folder)).toEqual(['one.ts', 'two.ts'])
  })

  test('without a base → those of the commits within 24 hours of the newest', () => {
    const { folder, commit } = repository()
    commit('old.ts', '2026-01-01T00:00:00Z')
    commit('one.ts', '2026-01-02T12:00:00Z')
    commit('two.ts', '2026-01-03T11:00:00Z')
    expect(changedSince('', folder)?.toSorted()).toEqual(['one.ts', 'two.ts'])
  })

  test('a branch with older commits was merged → its files too', () => {
    const { folder, commit, git } = repository()
    commit('old.ts', '2026-01-01T00:00:00Z')
    git('switch', '-qc', 'branch')
    commit('branch.ts', '2026-01-02T00:00:00Z')
    git('switch', '-q', 'main')
    commit('main.ts', '2026-01-03T00:00:00Z')
    git('merge', '-q', '--no-ff', '-m', 'merge', 'branch', { date: '2026-01-09T00:00:00Z' })
    expect(changedSince('', folder)).toEqual(['branch.ts'])
  })

  test('a base that Git does not know → unknown', () => {
    const { folder, commit } = repository()
    commit('one.ts', '2026-01-01T00:00:00Z')
    expect(changedSince('0'.repeat(40), folder)).toBeNull()
  })

  test('a folder without Git → unknown', () => {
    const folder = mkdtempSync(join(tmpdir(), 'postern-no-git-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    expect(changedSince('', folder)).toBeNull()
  })
})

/** A repository with an empty branch `main`. */
function repository() {
  const folder = mkdtempSync(join(tmpdir(), 'postern-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const author = { name: 'Ada', email: 'ada@example.com' }
  const git = (...words: (string | { date: string })[]) => {
    const date = words.find((word) => typeof word === 'object')?.date ?? '2026-01-01T00:00:00Z'
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    }
    const args = words.filter((word) => typeof word === 'string')
    const { status, stdout, stderr } = spawnSync('git', args, {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    return stdout.trim()
  }
  git('init', '-q', '-b', 'main')
  const commit = (file: string, date: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), date)
    git('add', '-A')
    git('commit', '-q', '-m', file, { date })
    return git('rev-parse', 'HEAD')
  }
  return { folder, commit, git }
}
