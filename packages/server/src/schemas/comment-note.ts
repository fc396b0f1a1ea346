import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import { idOf, instant } from './fields.ts'

/** What a member notes for the others about a comment. */
export const commentNoteShape = z
  .object({
    id: idOf('note'),
    object: z.literal('comment_note'),
    comment_id: idOf('comment'),
    profile_id: idOf('profile'),
    author: z
      .object({
        id: idOf('member'),
        name: z.string().meta({ description: 'The name when the note was written.' }),
      })
      .meta({ description: 'Stays when the member is deleted.' }),
    text: z.string(),
    created_at: instant,
  })
  .meta({
    id: 'CommentNote',
    examples: [
      {
        id: exampleIds.note,
        object: 'comment_note',
        comment_id: exampleIds.comment,
        profile_id: exampleIds.profile,
        author: { id: exampleIds.member, name: 'Mina Sato' },
        text: 'Asked the café. Oat milk is back on Monday.',
        created_at: '2026-11-20T12:05:00.000Z',
      },
    ],
  })
export type CommentNote = z.infer<typeof commentNoteShape>

export const commentNoteCreate = z
  .strictObject({ text: z.string().trim().min(1).max(limits.comment.note.charsMax) })
  .meta({ examples: [{ text: 'Asked the café. Oat milk is back on Monday.' }] })

export const deletedCommentNoteShape = z
  .object({
    id: idOf('note'),
    object: z.literal('comment_note'),
    profile_id: idOf('profile'),
    deleted: z.literal(true),
  })
  .meta({
    id: 'CommentNoteDeleted',
    examples: [
      {
        id: exampleIds.note,
        object: 'comment_note',
        profile_id: exampleIds.profile,
        deleted: true,
      },
    ],
  })

/** A member to whom comments can be assigned. */
export const assigneeShape = z
  .object({ id: idOf('member'), object: z.literal('assignee'), name: z.string() })
  .meta({
    id: 'Assignee',
    examples: [{ id: exampleIds.member, object: 'assignee', name: 'Mina Sato' }],
  })
