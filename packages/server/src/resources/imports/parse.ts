import { CsvError, parse as parseCsv } from 'csv-parse/sync'
import { type ErrorDetail, invalidField, ServiceError } from '../../core/errors.ts'
import { hasTooManyValues } from '../../core/json-values.ts'
import { limits } from '../../core/limits.ts'
import { parse } from '../../http/input.ts'
import { type ImportCreate, type ImportedPost, importedPost } from '../../schemas/import.ts'

export type RowError = { path: string; code: string; message: string }

/** A row of the file: the post that it asks for, or why it is none. */
export type ParsedRow = {
  number: number
  externalId: string | null
  input: ImportedPost | null
  errors: RowError[]
}

const { rowsMax } = limits.import
/** Of a CSV file with its header and empty lines. */
const recordsMax = 10_000
/** Of all JSON lines together; a row with ten accounts has about 50. */
const valuesMax = 100_000
/** Each can begin a cell, and a million cells keep the process busy for a second. Texts of 5 MiB have fewer commas. */
const separatorsMax = 200_000
/** More than a post takes, so that the check of the field refuses them. */
const wordsRead = 101
const bomPattern = /^\uFEFF/

const columns = [
  'external_id',
  'account_ids',
  'text',
  'media',
  'scheduled_at',
  'mode',
  'tags',
  'first_comment',
  'options',
] as const
type Column = (typeof columns)[number]

/**
 * Reads the rows of a file. A row that is wrong has its errors; only a file that cannot be divided into
 * rows, or has too many, throws `validation_failed`.
 */
export function parseRows({ format, content }: Pick<ImportCreate, 'format' | 'content'>) {
  const text = content.replace(bomPattern, '')
  const rows = format === 'csv' ? csvRows(text) : jsonRows(text)
  if (rows.length === 0) throw invalidField('content', 'It has no rows. Add at least one.')
  if (rows.length > rowsMax) {
    const message = `It has ${rows.length} rows; ${rowsMax} are allowed. Split the file.`
    throw invalidField('content', message, 'too_many_rows')
  }
  const seen = new Map<string, number>()
  return rows.map(({ number, read }) => {
    const row = readRow(format, number, read)
    const first = row.externalId === null ? undefined : seen.get(row.externalId)
    if (first === undefined) {
      if (row.externalId !== null) seen.set(row.externalId, number)
      return row
    }
    const message = `Row ${first} has the same external_id. Each row needs its own.`
    const error = { path: 'external_id', code: 'named_twice', message }
    return { ...row, input: null, errors: [...row.errors, error] }
  })
}

type RawRow = { number: number; read: () => unknown }

function jsonRows(text: string): RawRow[] {
  if (hasTooManyValues(Buffer.from(text), valuesMax)) {
    const message = `It has more than ${valuesMax.toLocaleString('en')} values. Split the file.`
    throw invalidField('content', message, 'too_many_values')
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    return [{ number: index + 1, read: () => parseJson(line, '') }]
  })
}

function csvRows(text: string): RawRow[] {
  const [header = [], ...records] = readRecords(text)
  const names = header.map((name) => name.trim())
  const unknown = names.find((name) => !(columns as readonly string[]).includes(name))
  if (unknown !== undefined) {
    const message = `The column ${JSON.stringify(unknown.slice(0, 100))} is unknown. Use ${columns.join(', ')}.`
    throw invalidField('content', message, 'unknown_column')
  }
  if (new Set(names).size !== names.length) {
    throw invalidField('content', 'A column occurs twice. Remove one.', 'named_twice')
  }
  return records.flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const read = () => {
      if (cells.length > names.length) {
        const message = `It has ${cells.length} cells; the header has ${names.length}. Put text with a separator in quotes.`
        throw invalidField('', message, 'too_many_cells')
      }
      return postOf(new Map(names.map((name, at) => [name as Column, cells[at] ?? ''])))
    }
    return [{ number: index + 2, read }]
  })
}

function readRecords(text: string): string[][] {
  const delimiter = separatorOf(text)
  if (hasMoreThan(separatorsMax, text, delimiter)) {
    const message = `It has more than ${separatorsMax.toLocaleString('en')} separators. Split the file.`
    throw invalidField('content', message, 'too_many_values')
  }
  try {
    const records: string[][] = parseCsv(text, {
      delimiter,
      relax_column_count: true,
      to: recordsMax,
    })
    if (records.length < recordsMax) return records
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const { lines } = cause as CsvError & { lines?: number }
    const message = `It is not valid CSV near line ${lines}: a quote is not closed, or not doubled inside quotes.`
    throw invalidField('content', message, 'invalid_csv')
  }
  throw invalidField(
    'content',
    `It has ${recordsMax} lines or more. Remove empty ones.`,
    'too_many_rows',
  )
}

function hasMoreThan(max: number, text: string, part: string): boolean {
  let at = -1
  for (let count = 0; count <= max; count += 1) {
    at = text.indexOf(part, at + 1)
    if (at < 0) return false
  }
  return true
}

/** German Excel, for example, separates by semicolons. No column has a separator in its name. */
function separatorOf(text: string): string {
  const [header = ''] = text.split('\n', 1)
  return [';', '\t'].find((separator) => header.includes(separator)) ?? ','
}

/** The body of `POST /v1/posts` of a row; an empty cell is a field that is not sent. */
function postOf(cells: ReadonlyMap<Column, string>): Record<string, unknown> {
  const cell = (name: Column) => cells.get(name)?.trim() || undefined
  const options = cell('options')
  const target = {
    options: options === undefined ? undefined : parseJson(options, 'options'),
    first_comment: cell('first_comment'),
  }
  const post = {
    external_id: cell('external_id'),
    text: cells.get('text') || undefined,
    targets: words(cell('account_ids'))?.map((account_id) =>
      withoutMissing({ account_id, ...target }),
    ),
    media: words(cell('media'))?.map((word) =>
      /^https?:/i.test(word) ? { url: word } : { id: word },
    ),
    scheduled_at: cell('scheduled_at'),
    mode: cell('mode'),
    tags: cell('tags')
      ?.split(',', wordsRead)
      .map((tag) => tag.trim())
      .filter(Boolean),
  }
  return withoutMissing(post)
}

/** Words are separated by spaces, because a URL can contain a comma. */
function words(cell: string | undefined): string[] | undefined {
  return cell?.split(/\s+/, wordsRead)
}

function withoutMissing(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function parseJson(text: string, path: string): unknown {
  try {
    const { valuesMax, jsonDepthMax } = limits.body
    if (hasTooManyValues(Buffer.from(text), valuesMax, jsonDepthMax)) throw new Error('too large')
    return JSON.parse(text)
  } catch (cause) {
    const message = 'It is not valid JSON, or nested too deeply.'
    const details = [{ path, code: 'invalid_json', message }]
    throw new ServiceError('validation_failed', { details, cause })
  }
}

function readRow(format: ImportCreate['format'], number: number, read: () => unknown): ParsedRow {
  let raw: unknown = null
  try {
    raw = read()
    const input = parse(importedPost, raw) as ImportedPost
    return { number, externalId: input.external_id, input, errors: [] }
  } catch (err) {
    if (!(err instanceof ServiceError)) throw err
    return { number, externalId: externalIdOf(raw), input: null, errors: rowErrors(format, err) }
  }
}

/** Of a row that is wrong elsewhere, so that its report can be found. */
function externalIdOf(raw: unknown): string | null {
  const { external_id: id } = (raw ?? {}) as { external_id?: unknown }
  const isStorable =
    typeof id === 'string' &&
    importedPost.shape.external_id.safeParse(id).success &&
    id.isWellFormed()
  return isStorable ? id.trim() : null
}

/** The errors of a row by column: in a CSV file every target has the same content. */
export function rowErrors(format: ImportCreate['format'], err: ServiceError): RowError[] {
  const details: readonly ErrorDetail[] =
    err.details.length > 0
      ? err.details
      : [{ path: err.param ?? '', code: err.code, message: err.message }]
  return details.map(({ path, code, message }) => ({
    path: format === 'csv' ? columnOf(path) : path,
    code,
    message,
  }))
}

function columnOf(path: string): string {
  const field = path.replace(/^targets(\.\d+\.|$)/, '')
  if (field === '' && path !== '') return 'account_ids'
  return field.replace(/^account_id$/, 'account_ids').replace(/^media\.\d+.*/, 'media')
}
