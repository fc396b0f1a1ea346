import type { Operation } from '../nodes/Postern/request.ts'
import { describeField, type Field, locator, type Property, titleOf } from './describe-field.ts'
import { leftOutOperations, leftOutTags, operationNames, shownFirst } from './left-out.ts'
import { type Document, type Parameter, type Route, returnsJson, routesOf } from './openapi.ts'

/** What the node shows (`properties`) and how it sends each operation (`operations`). */
export type NodeDescription = { properties: Property[]; operations: Record<string, Operation> }

type Described = { tag: string; option: Option; properties: Property[]; operation: Operation }
type Option = { name: string; value: string; action: string; description: string }
/** Whether the field is shown first (or among the optional ones), and whether it is required. */
type Placed = Field & { isFirst: boolean; isRequired: boolean }

/** Describes the node: the operations of the document that return JSON and are not left out. */
export function describeNode(document: Document): NodeDescription {
  const described = offeredRoutes(document).flatMap((route) =>
    // Each content type of a body is an operation of its own.
    Object.keys(route.operation.requestBody?.content ?? { none: {} }).map((contentType) =>
      describeOperation(document, route, contentType),
    ),
  )
  const tags = document.tags.filter(({ name }) => described.some(({ tag }) => tag === name))
  const resources = tags.map(({ name, description }) => {
    return { name, value: camelCase(name), description }
  })
  const operationChoices = tags.map(({ name }) => {
    const options = described.filter(({ tag }) => tag === name).map(({ option }) => option)
    const displayOptions = { show: { resource: [camelCase(name)] } }
    return { ...choice('Operation', options), displayOptions }
  })
  return {
    properties: [
      choice('Resource', resources),
      ...operationChoices,
      ...described.flatMap(({ properties }) => properties),
      actingProfile,
    ],
    operations: Object.fromEntries(described.map((one) => [one.option.value, one.operation])),
  }
}

/** The event types that the trigger can receive, `*` first. */
export function describeEvents(document: Document): Omit<Option, 'action'>[] {
  const body = document.paths['/v1/webhooks']!.post!.requestBody!.content['application/json']!
  const types = body.schema.properties!.events!.items!.enum!
  const named = types
    .filter((type) => type !== '*')
    .map((value) => {
      return { name: value, value, description: document.webhooks[value]!.post.summary }
    })
  return [{ name: 'All', value: '*', description: 'All events, including future ones' }, ...named]
}

export function offeredRoutes(document: Document): Route[] {
  return routesOf(document).filter(
    ({ operation }) =>
      returnsJson(operation) &&
      !(operation.operationId in leftOutOperations) &&
      !operation.tags.some((tag) => tag in leftOutTags),
  )
}

function describeOperation(document: Document, route: Route, contentType: string): Described {
  const { method, path, operation: api } = route
  const isForm = contentType === 'multipart/form-data'
  const value = `${api.operationId}${isForm ? 'File' : ''}`
  const name = operationNames[value] ?? api.summary
  const description = api.description.split(/(?<=\.)\s/)[0]!
  const parametersIn = (location: string) => api.parameters.filter((one) => one.in === location)
  const isList = parametersIn('query').some((one) => one.name === 'cursor')
  const hasKey = parametersIn('header').some((one) => one.name === 'Idempotency-Key')
  const pathFields = parametersIn('path').map((one) => describePathField(path, one))
  const query = parametersIn('query')
    .filter((one) => !isList || !['limit', 'cursor'].includes(one.name))
    .map(({ name, description, required, schema }) => {
      const field = describeField(document, name, {
        ...schema,
        ...(description ? { description } : {}),
      })
      return { ...field, isFirst: required, isRequired: required }
    })
  const bodySchema = api.requestBody?.content[contentType]?.schema
  const body = Object.entries(bodySchema?.properties ?? {}).map(([name, schema]) => {
    const isRequired = bodySchema!.required?.includes(name) ?? false
    const isFirst = isRequired || (shownFirst[api.operationId]?.includes(name) ?? false)
    return { ...describeField(document, name, schema), isFirst, isRequired }
  })
  const first = [...pathFields, ...query, ...body].filter(({ isFirst }) => isFirst)
  const optional = (fields: Placed[]) => fields.filter(({ isFirst }) => !isFirst).map(propertyOf)
  const properties = [
    ...first.map(propertyOf),
    ...(isList ? paging : []),
    ...collection('filters', 'Filters', optional(query)),
    ...collection('fields', 'Additional Fields', [
      ...optional(body),
      ...(contentType === 'application/json' ? [bodyAsJson] : []),
      ...(hasKey ? [ownKey] : []),
    ]),
  ]
  const show = { resource: [camelCase(api.tags[0]!)], operation: [value] }
  return {
    tag: api.tags[0]!,
    option: { name, value, action: name, description },
    properties: properties.map((property) => shownFor(property, show)),
    operation: {
      method: method.toUpperCase() as Operation['method'],
      path,
      isList,
      hasKey,
      isForm,
      first: first.map(({ property }) => property.name),
      query: conversionsOf(query),
      body: bodySchema ? conversionsOf(body) : null,
    },
  }
}

/** A required ID. People choose accounts and profiles from a list. */
function describePathField(path: string, { name }: Parameter): Placed {
  const before = path.split('/')[path.split('/').indexOf(`{${name}}`) - 1]!
  const displayName = name === 'id' ? `${titleOf(before.replace(/s$/, ''))} ID` : titleOf(name)
  const search = { accounts: 'searchAccounts', profiles: 'searchProfiles' }[before]
  const property = search
    ? locator({ displayName: displayName.replace(' ID', ''), name }, search)
    : { displayName, name, type: 'string', default: '' }
  return { property, conversion: 'value', isFirst: true, isRequired: true }
}

function propertyOf({ property, isRequired }: Placed): Property {
  return isRequired ? { ...property, required: true } : property
}

function conversionsOf(fields: Field[]) {
  return Object.fromEntries(fields.map(({ property, conversion }) => [property.name, conversion]))
}

/** Optional fields, of which people add those that they need. */
function collection(name: string, displayName: string, options: Property[]): Property[] {
  if (options.length === 0) return []
  const placeholder = `Add ${displayName.replace('Additional ', '').replace(/s$/, '')}`
  return [{ displayName, name, type: 'collection', placeholder, default: {}, options }]
}

/** Shows a property with an operation, in addition to its own condition. */
function shownFor({ show: own = {}, ...property }: Property, show: object): Property {
  return { ...property, displayOptions: { show: { ...show, ...(own as object) } } }
}

function choice(displayName: string, options: { value: string }[]): Property {
  const name = displayName.toLowerCase()
  const preferred = options.find(({ value }) => value === 'posts' || value === 'createPost')
  const standard = (preferred ?? options[0]!).value
  return { displayName, name, type: 'options', noDataExpression: true, default: standard, options }
}

const paging: Property[] = [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    default: 50,
    typeOptions: { minValue: 1 },
    description: 'Max number of results to return',
    show: { returnAll: [false] },
  },
]

const bodyAsJson: Property = {
  displayName: 'Body (JSON)',
  name: 'bodyJson',
  type: 'json',
  default: '{}',
  description:
    'Fields of the request as JSON. They replace fields of the same name, and can be null or come from an expression.',
}

const ownKey: Property = {
  displayName: 'Idempotency Key',
  name: 'idempotencyKey',
  type: 'string',
  default: '',
  description:
    'Repeating the request with the same key within 24 hours returns the same response. By default each item of an execution has its own key, which a retry of the execution uses again.',
}

const actingProfile: Property = {
  ...locator({ displayName: 'Profile', name: 'profile' }, 'searchProfiles'),
  description:
    'Reads and changes only this profile. Leave it empty with an API key that belongs to one profile.',
}

/** `Audit log` → `auditLog`. */
function camelCase(tag: string): string {
  const [first, ...others] = tag.split(/[^A-Za-z]+/)
  const capitalized = others.map(
    (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
  )
  return [first!.toLowerCase(), ...capitalized].join('')
}
