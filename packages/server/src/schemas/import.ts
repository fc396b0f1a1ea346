import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds, exampleOf } from './examples.ts'
import { anyOf, type FilterOf, idOf, instant, lineOfText, writtenByOthers } from './fields.ts'
import { postCreate } from './post.ts'

export const importStatuses = ['running', 'completed', 'undone'] as const
export const importRowStatuses = [
  'waiting',
  'created',
  'valid',
  'exists',
  'failed',
  'undone',
] as const

const { rowsMax } = limits.import
const total = (description: string) => z.int().meta({ description })
const dryRun = 'Checks every row as an import would, and creates nothing.'

export const importShape = z
  .object({
    id: idOf('import'),
    object: z.literal('post_import'),
    profile_id: idOf('profile'),
    format: z.enum(['csv', 'jsonl']),
    dry_run: z.boolean().meta({ description: dryRun }),
    status: z.enum(importStatuses),
    rows: z
      .object({
        total: total('All rows.'),
        waiting: total('Rows that are not done yet.'),
        created: total('Rows whose post was created.'),
        valid: total('Rows of a dry run without errors.'),
        exists: total('Rows whose `external_id` already has a post, so that none was created.'),
        failed: total('Rows with errors.'),
        undone: total('Rows whose post was canceled or not created, because of an undo.'),
      })
      .meta({ description: 'The progress: how many rows have each status.' }),
    created_at: instant,
    completed_at: instant.nullable(),
  })
  .meta({
    id: 'PostImport',
    examples: [
      {
        id: exampleIds.import,
        object: 'post_import',
        profile_id: exampleIds.profile,
        format: 'csv',
        dry_run: false,
        status: 'completed',
        rows: { total: 3, waiting: 0, created: 1, valid: 0, exists: 1, failed: 1, undone: 0 },
        created_at: '2026-11-18T10:02:00.000Z',
        completed_at: '2026-11-18T10:02:01.000Z',
      },
    ],
  })
export type PostImport = z.infer<typeof importShape>

export const importRowShape = z
  .object({
    object: z.literal('post_import_row'),
    row: z.int().meta({
      description:
        'CSV: the row of the spreadsheet, where the header is row 1. JSON lines: the line of the file.',
    }),
    external_id: z
      .string()
      .nullable()
      .meta({ ...writtenByOthers, description: 'Of the row.' }),
    status: z.enum(importRowStatuses),
    post_id: idOf('post').nullable().meta({
      description: 'The post that was created, or that already had this `external_id`.',
    }),
    errors: z.array(
      z.object({
        path: z.string().meta({ ...writtenByOthers, description: 'The column or field.' }),
        code: z.string(),
        message: z.string().meta(writtenByOthers),
      }),
    ),
  })
  .meta({
    id: 'PostImportRow',
    examples: [
      {
        object: 'post_import_row',
        row: 4,
        external_id: 'winter-3',
        status: 'failed',
        post_id: null,
        errors: [{ path: 'scheduled_at', code: 'in_past', message: 'It must be in the future.' }],
      },
    ],
  })
export type PostImportRow = z.infer<typeof importRowShape>

export const importCreate = z
  .strictObject({
    format: z.enum(['csv', 'jsonl']).meta({
      description:
        '`csv`: with a header; the separator is a comma, a semicolon or a tab. `jsonl`: each line is the body of `POST /v1/posts` with an `external_id`.',
    }),
    content: z
      .string()
      .min(1)
      .meta({ description: `The text of the file, with at most ${rowsMax} rows.` }),
    dry_run: z.boolean().default(false).meta({ description: dryRun }),
  })
  .meta({
    examples: [
      {
        format: 'csv',
        content: `external_id,account_ids,text,scheduled_at\nwinter-1,${exampleIds.account},The pumpkin latte is back!,2026-11-20T09:00:00Z\n`,
      },
    ],
  })
export type ImportCreate = z.infer<typeof importCreate>

const mediaFromUrl = z.strictObject({
  url: z.url().max(2_048),
  alt_text: z.string().max(limits.media.altTextCharsMax).nullable().optional(),
})

/** A row: the body of `POST /v1/posts` with a required key, and with media from URLs. */
export const importedPost = postCreate.extend({
  external_id: lineOfText(limits.post.externalIdCharsMax),
  media: z
    .array(z.union([postCreate.shape.media.unwrap().element, mediaFromUrl]))
    .max(limits.post.mediaMax)
    .default([]),
})
export type ImportedPost = z.infer<typeof importedPost>

export const importRowFilters = {
  status: anyOf(importRowStatuses, 'rows with these statuses')
    .optional()
    .meta({ examples: [[exampleOf(importRowShape).status]] }),
}
export type ImportRowFilter = FilterOf<typeof importRowFilters>
