import { html } from 'hono/html'
import { type Markup, nothing } from '../markup.ts'
import type { Field } from './fields.ts'
import { inline } from './frame.ts'

/**
 * Fields with their types and what they mean. The fields of objects are inside a part that opens, and open from
 * the start in the first `openLevels`. With `anchor`, the outermost field of each name has the ID `<anchor>/<name>`.
 */
export function fieldList(
  fields: readonly Field[],
  options: { openLevels: number; anchor?: string; isAnchor?: (field: Field) => boolean },
): Markup {
  const { openLevels, anchor, isAnchor = outermost(fields) } = options
  const inner = { ...options, openLevels: openLevels - 1, isAnchor }
  const idOf = (field: Field) =>
    anchor && isAnchor(field) ? html` id="${anchor}/${field.name}"` : nothing
  return html`<dl class="fields">${fields.map(
    (
      field,
    ) => html`<div${idOf(field)}><dt><code>${field.name}</code><span class="access">${field.type}</span>${field.isRequired ? html`<strong>required</strong>` : nothing}</dt>${sentences(field)}${valueLine(field)}${
      field.fields.length > 0
        ? html`<dd><details${openLevels > 0 ? html` open` : nothing}><summary>${countOf(field.fields)}</summary>${fieldList(field.fields, inner)}</details></dd>`
        : nothing
    }</div>
`,
  )}</dl>`
}

/** The first field of each name, level by level. */
export function outermost(fields: readonly Field[]): (field: Field) => boolean {
  const first = new Map<string, Field>()
  for (let level = fields; level.length > 0; level = level.flatMap((each) => each.fields)) {
    for (const field of level) if (!first.has(field.name)) first.set(field.name, field)
  }
  return (field) => first.get(field.name) === field
}

const countOf = ({ length }: readonly Field[]) => (length === 1 ? '1 field' : `${length} fields`)

function sentences({ description, limits }: Field): Markup {
  const [first = '', ...others] = limits
  const accepted =
    limits.length > 0
      ? `${first.replace(/^./, (letter) => letter.toUpperCase())}${others.map((limit) => `, ${limit}`).join('')}.`
      : ''
  const text = [description, accepted].filter(Boolean).join(' ')
  return text ? html`<dd>${inline(text)}</dd>` : nothing
}

function valueLine({ values }: Field): Markup {
  if (values.length === 0) return nothing
  return html`<dd class="values">${values.map(([name, all]) => html`<span>${name} ${name === 'Default' && isEmpty(all[0]) ? 'empty' : all.map((value) => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code> `)}</span> `)}</dd>`
}

const isEmpty = (value: unknown) => ['""', '[]'].includes(JSON.stringify(value))
