import { expect, test } from 'vitest'
import type { PostStatus, TargetStatus } from '../../database/post-tables.ts'
import { postStatusOf } from './status.ts'

test.each<[TargetStatus[], PostStatus]>([
  [[], 'draft'],
  [['draft', 'draft'], 'draft'],
  [['scheduled'], 'scheduled'],
  [['scheduled', 'canceled'], 'scheduled'],
  [['scheduled', 'published'], 'publishing'],
  [['publishing', 'published'], 'publishing'],
  [['unknown', 'failed'], 'publishing'],
  [['published', 'published'], 'published'],
  [['published', 'canceled'], 'published'],
  [['published', 'failed'], 'partially_published'],
  [['partially_published'], 'partially_published'],
  [['partially_published', 'published'], 'partially_published'],
  [['partially_published', 'scheduled'], 'publishing'],
  [['failed', 'canceled'], 'failed'],
  [['failed'], 'failed'],
  [['canceled', 'canceled'], 'canceled'],
])('targets %j make the post %s', (targets, status) => {
  expect(postStatusOf(targets)).toBe(status)
})
