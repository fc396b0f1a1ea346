import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { type Page, type PageInput, readPage } from '../../http/list.ts'
import { describeOptions } from '../../platforms/contract/options.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import { platformDefinitions } from '../../platforms/registry.ts'
import type { PlatformResource } from '../../schemas/platform.ts'
import { showLimits } from '../accounts/show-limits.ts'

/** All platforms the server supports, also those that are not configured. */
export async function listPlatforms(
  ctx: Context,
  scope: Scope,
  page: PageInput,
): Promise<Page<PlatformResource>> {
  return await readPage<Platform, PlatformResource>(
    page,
    ['platforms', scope.ownerId, scope.profile?.id ?? null],
    {
      length: 1,
      valuesOf: ({ value }) => [value],
      show: (platform) => ({
        ...describePlatform(platform),
        configured: ctx.platforms.has(platform.value),
        problem: platform.findProblem?.(ctx.config.publicUrl) ?? null,
      }),
      fetch: async (after, rows) => {
        const last = platformDefinitions.findIndex(({ value }) => value === after?.[0])
        return platformDefinitions.slice(last + 1, last + 1 + rows)
      },
    },
  )
}

function describePlatform(platform: Platform): Omit<PlatformResource, 'configured' | 'problem'> {
  const { value, name, mark, accounts, publish, comments, insights, preview, writing } = platform
  return {
    object: 'platform',
    platform: value,
    name,
    mark,
    accounts,
    abilities: {
      connect: true,
      publish: publish !== undefined,
      first_comment: publish?.comment !== undefined,
      thread: publish?.thread === true,
      comments: comments !== undefined,
      reply: comments?.reply !== undefined,
      hide: comments?.hide !== undefined,
      insights: insights !== undefined,
      delete: publish?.remove !== undefined,
    },
    ...showLimits(platform, null),
    options: publish
      ? describeOptions(publish.options).map(({ firstPartOnly, ...option }) => ({
          ...option,
          first_part_only: firstPartOnly,
        }))
      : [],
    permissions: platform.permissions.map(({ scope, label, required, enables }) => ({
      scope,
      label,
      required,
      enables: [...enables],
    })),
    metrics: {
      account: [...(insights?.accountMetrics ?? [])],
      posts: [...(insights?.postMetrics ?? [])],
    },
    writing: {
      mentions: writing.mentions.works,
      mention_help: writing.mentions.help,
      link_card: writing.linkCard,
      hashtags_max: writing.hashtagsMax ?? null,
    },
    preview: {
      layout: preview.layout,
      fold_chars: preview.foldChars,
      fold_lines: preview.foldLines,
      crops_to_first: preview.cropsToFirst ?? false,
    },
  }
}
