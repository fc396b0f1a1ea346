import { describe, expect, test } from 'vitest'
import { testsOf } from './changed.ts'

const posts = 'packages/server/src/resources/posts/posts.test.ts'
const publish = 'packages/server/src/resources/posts/publish/lease.test.ts'
const openapi = 'packages/server/test/openapi-rules.test.ts'
const layers = 'packages/server/test/layers.test.ts'
const cli = 'packages/server/src/cli/main.test.ts'
const bluesky = 'packages/sandbox/test/bluesky-login.test.ts'
const calendar = 'packages/dashboard/test/ui/calendar-drafts.test.tsx'
const guides = 'packages/server/test/guides.test.ts'
const tests = [guides, posts, publish, openapi, layers, cli, bluesky, calendar]

function select(...changed: string[]): string[] {
  return testsOf(changed, tests, (file) => (file === cli ? ['packages/server/test/cli.ts'] : []))
}

describe('npm test -- changed', () => {
  test.each([
    {
      name: 'a file of a resource changed → its tests, with sub-folders, and the rules for all sources',
      changed: 'packages/server/src/resources/posts/create.ts',
      selected: [posts, publish, layers],
    },
    {
      name: 'a file of a sub-folder changed → the tests in that folder',
      changed: 'packages/server/src/resources/posts/publish/claim.ts',
      selected: [publish, layers],
    },
    {
      name: 'a schema changed → its resource and the OpenAPI document',
      changed: 'packages/server/src/schemas/post.ts',
      selected: [posts, publish, openapi, layers],
    },
    {
      name: 'routes changed → the OpenAPI document too',
      changed: 'packages/server/src/resources/posts/routes.ts',
      selected: [posts, publish, openapi, layers],
    },
    { name: 'a test changed → this test', changed: openapi, selected: [openapi] },
    {
      name: 'a support file changed → the tests that import it',
      changed: 'packages/server/test/cli.ts',
      selected: [cli],
    },
    {
      name: 'a network of the sandbox changed → its tests',
      changed: 'packages/sandbox/src/bluesky/routes.ts',
      selected: [bluesky],
    },
    {
      name: 'a page of the dashboard changed → the tests with its name',
      changed: 'packages/dashboard/src/pages/calendar/month.tsx',
      selected: [calendar],
    },
    { name: 'a guide changed → the guides', changed: 'docs/media.md', selected: [guides] },
    { name: 'an image changed → none', changed: 'docs/images/overview.png', selected: [] },
  ])('$name', ({ changed, selected }) => {
    expect(select(changed).toSorted()).toEqual(selected.toSorted())
  })
})
