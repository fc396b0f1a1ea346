import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { languages } from './connect-link.ts'
import { exampleIds } from './examples.ts'
import { idOf, instant } from './fields.ts'

export const reportLinkStatuses = ['open', 'expired', 'revoked'] as const

/** In the order in which the page shows them. */
export const reportSections = ['metrics', 'posts', 'comments', 'plan'] as const
export type ReportSection = (typeof reportSections)[number]

const { linkDays, noteCharsMax, openingsShownMax } = limits.report

const month = z
  .string()
  .regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'It must be a month such as 2026-10.')
  .meta({
    description: 'The month of the report, `YYYY-MM`, in the time zone of the profile.',
    examples: ['2026-10'],
  })
const language = z.enum(languages).meta({ description: 'The language of the page.' })
const section = z.enum(reportSections)
const sectionsDescription =
  'What the page shows: `metrics` of the accounts, the best `posts`, numbers of `comments`, and the `plan` of the next month.'

const example = {
  id: exampleIds.report,
  object: 'report_link',
  profile_id: exampleIds.profile,
  status: 'open',
  month: '2026-10',
  sections: [...reportSections],
  expires_at: '2027-01-30T09:00:00.000Z',
  created_at: '2026-11-01T09:00:00.000Z',
}

const fields = {
  id: idOf('report'),
  object: z.literal('report_link'),
  profile_id: idOf('profile'),
  status: z.enum(reportLinkStatuses),
  month,
  sections: z.array(section).meta({ description: sectionsDescription }),
  expires_at: instant,
  created_at: instant,
}

/** The response to the creation, the only one that contains the URL. */
export const createdReportLinkShape = z
  .object({
    url: z.url().meta({ description: 'Send it to the client. It is not shown again.' }),
    ...fields,
  })
  .meta({
    id: 'ReportLinkCreated',
    examples: [
      {
        url: 'https://postern.example.com/report/mZ4Qk1r7uV9xT2bY6nW8cJ3hL5dF0gSaPqEoRiUtXwB',
        ...example,
      },
    ],
  })
export type CreatedReportLink = z.infer<typeof createdReportLinkShape>

export const reportLinkShape = z
  .object({
    ...fields,
    language: language.nullable(),
    note: z.string().nullable().meta({ description: 'What you write to the client.' }),
    openings: z.array(instant).meta({
      description: `The last ${openingsShownMax} openings of the page, in chronological order. An opening does not mean that a person read it: mail scanners open links too.`,
    }),
  })
  .meta({
    id: 'ReportLink',
    examples: [
      {
        ...example,
        language: 'en',
        note: 'October was the best month of Café Aurora so far.',
        openings: ['2026-11-02T08:11:52.000Z'],
      },
    ],
  })
export type ReportLink = z.infer<typeof reportLinkShape>

export const reportLinkCreate = z
  .strictObject({
    month,
    sections: z
      .array(section)
      .min(1)
      .max(reportSections.length)
      .optional()
      .meta({ description: `${sectionsDescription} The default is all of them.` }),
    language: language.optional(),
    note: z
      .string()
      .trim()
      .min(1)
      .max(noteCharsMax)
      .optional()
      .meta({ description: 'A text to the client, which the page shows first.' }),
    expires_in_days: z
      .int()
      .min(1)
      .max(linkDays.max)
      .optional()
      .meta({ description: 'How many days the page stays open.', default: linkDays.default }),
  })
  .meta({ examples: [{ month: '2026-10', language: 'en' }] })
export type ReportLinkInput = z.infer<typeof reportLinkCreate>
