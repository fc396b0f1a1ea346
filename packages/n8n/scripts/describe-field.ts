import type { Conversion } from '../nodes/Postern/request.ts'
import { type Document, plainSchema, type Schema } from './openapi.ts'

/** A property of a node in n8n's format (`INodeProperties`). */
export type Property = Named & { type: string; default: unknown; [key: string]: unknown }
type Named = { name: string; displayName: string; description?: string; placeholder?: string }

/** A field as n8n shows it, and how its value becomes the value that the API expects. */
export type Field = { property: Property; conversion: Conversion }

/** Fields with an ID that people choose from a list instead of entering it. */
const located: Record<string, string> = {
  account_id: 'searchAccounts',
  profile_id: 'searchProfiles',
}

/** The field of a schema. Objects without fixed fields, and what n8n has no input for, are JSON. */
export function describeField(document: Document, name: string, reference: Schema): Field {
  const schema = plainSchema(document, reference)
  const items = schema.items ? plainSchema(document, schema.items) : undefined
  const example = schema.examples?.[0] ?? items?.examples?.[0]
  const base = {
    displayName: titleOf(name),
    name,
    ...(schema.description ? { description: schema.description } : {}),
    ...(typeof example === 'string' ? { placeholder: `e.g. ${example}` } : {}),
  }
  const field = (type: string, defaultValue: unknown, conversion: Conversion, more = {}): Field => {
    return { property: { ...base, type, default: defaultValue, ...more }, conversion }
  }
  if (schema.format === 'binary') {
    const description = 'The name of the input field that contains the binary file'
    return field('string', 'data', 'file', { displayName: 'Input Binary Field', description })
  }
  const search = located[name]
  if (search && schema.type === 'string') {
    const displayName = base.displayName.replace(' ID', '')
    return { property: locator({ ...base, displayName }, search), conversion: 'value' }
  }
  if (schema.enum) {
    return field('options', schema.default ?? schema.enum[0], 'value', choices(schema.enum))
  }
  if (items?.enum) return field('multiOptions', [], 'value', choices(items.enum))
  if (items?.type === 'string') {
    const hint = 'Separate several with commas.'
    const description = schema.description ? `${schema.description} ${hint}` : hint
    return field('string', '', 'list', { description })
  }
  if (items?.properties) return describeItems(document, base, items)
  if (schema.type === 'integer' || schema.type === 'number') {
    return field('number', schema.default ?? schema.minimum ?? 0, 'value')
  }
  if (schema.type === 'boolean') return field('boolean', schema.default ?? false, 'value')
  if (schema.type !== 'string') return field('json', schema.type === 'array' ? '[]' : '{}', 'json')
  if (schema.format === 'date') return field('dateTime', '', 'date')
  if (schema.format === 'date-time') return field('dateTime', '', 'instant')
  const rows = name === 'text' ? { typeOptions: { rows: 4 } } : {}
  return field('string', schema.default ?? '', 'value', rows)
}

/** An array of objects: n8n lets people add entries with the fields of one object. */
function describeItems(document: Document, base: Named, items: Schema): Field {
  const fields = Object.entries(items.properties!).map(([name, schema]) => {
    const { property, conversion } = describeField(document, name, schema)
    const isRequired = items.required?.includes(name)
    return { property: { ...property, ...(isRequired ? { required: true } : {}) }, conversion }
  })
  const values = fields.map(({ property }) => property)
  const property = {
    ...base,
    type: 'fixedCollection',
    default: {},
    placeholder: `Add ${titleOf(base.name).replace(/s$/, '')}`,
    typeOptions: { multipleValues: true },
    options: [{ displayName: titleOf(base.name), name: 'items', values }],
  }
  const conversion = Object.fromEntries(
    fields.map((one) => [one.property.name, one.conversion] as const),
  )
  return { property, conversion: { items: conversion } }
}

/** A field in which people choose from a list that n8n loads with `search`, or enter an ID. */
export function locator(base: Named, search: string): Property {
  const { placeholder, ...rest } = base
  const searchable = search === 'searchProfiles'
  return {
    ...rest,
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        typeOptions: { searchListMethod: search, searchable },
      },
      { displayName: 'By ID', name: 'id', type: 'string', ...(placeholder ? { placeholder } : {}) },
    ],
  }
}

/** `scheduled_at` → `Scheduled At`, `targetId` → `Target ID`. */
export function titleOf(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .split('_')
    .map((word) => {
      const lower = word.toLowerCase()
      return ['id', 'ids', 'url'].includes(lower)
        ? lower.toUpperCase().replace('IDS', 'IDs')
        : lower.charAt(0).toUpperCase() + lower.slice(1)
    })
    .join(' ')
}

function choices(values: readonly string[]) {
  return { options: values.map((value) => ({ name: titleOf(value), value })) }
}
