import { type ErrorCode, errorCatalog } from '../../core/error-catalog.ts'
import { events } from '../../schemas/event.ts'
import { areasOf, type OperationDocument } from './areas.ts'
import { advice, adviceByType } from './error-advice.ts'
import { guides } from './guide-list.ts'
import { readGuide } from './guides.ts'
import { introductionSections } from './introduction.ts'
import { requestParts, responsePart } from './operation-fields.ts'
import { fieldWords } from './search-fields.ts'

/** Something that the search finds. Its ID is the URL that it leads to. */
export type SearchEntry = {
  id: string
  kind: 'Operation' | 'Guide' | 'Event' | 'Error'
  title: string
  /** Identifiers by which it is known, such as the operation's ID and path. */
  names: string
  text: string
  /** Of an operation: names and values of its parameters and the fields of its body. */
  fields?: string
  /** Descriptions of these, and the names and values of the fields that it returns. */
  details?: string
  /** The fields by their names and values. */
  fieldsIn?: Record<'request' | 'response', ReadonlyMap<string, string>>
}

/** All operations, sections of guides, event types and error codes. */
export function searchEntries(document: OperationDocument): SearchEntry[] {
  return [
    ...operationEntries(document),
    ...introductionEntries(),
    ...guideEntries(),
    ...eventEntries(),
    ...errorEntries(),
  ]
}

function operationEntries(document: OperationDocument): SearchEntry[] {
  const { schemas } = document.components
  return areasOf(document).flatMap(({ operations }) =>
    operations.map((operation) => {
      const { address, method, path, operationId, summary, description } = operation
      const sent = fieldWords(requestParts(operation, schemas).flatMap(({ fields }) => fields))
      const returned = fieldWords(responsePart(operation, schemas).fields)
      return {
        id: address,
        kind: 'Operation',
        title: summary,
        names: `${method} ${path} ${operationId}`,
        text: description.replaceAll('`', ''),
        fields: sent.names,
        details: `${sent.descriptions} ${returned.names}`,
        fieldsIn: { request: sent.fields, response: returned.fields },
      }
    }),
  )
}

/** What applies to every request. The code beside the text has the URL of a service, which is not searched. */
function introductionEntries(): SearchEntry[] {
  return introductionSections('').map(({ id, title, text }) => ({
    id: `/docs#${id}`,
    kind: 'Guide',
    title: `Introduction: ${title}`,
    names: title,
    text: text.replaceAll(/`|\*\*/g, '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'),
  }))
}

function guideEntries(): SearchEntry[] {
  return guides.flatMap(({ name, title }) =>
    (readGuide(name)?.sections ?? []).map((section, index) => ({
      id: `/docs/guides/${name}${index === 0 ? '' : `#${section.id}`}`,
      kind: 'Guide' as const,
      title: index === 0 ? title : `${title}: ${section.title}`,
      names: index === 0 ? `${name} ${section.title}` : '',
      text: section.text,
    })),
  )
}

function eventEntries(): SearchEntry[] {
  return events.map(({ type, description }) => ({
    id: `/docs/events/${type}`,
    kind: 'Event' as const,
    title: type,
    names: '',
    text: description,
  }))
}

function errorEntries(): SearchEntry[] {
  return (Object.keys(errorCatalog) as ErrorCode[]).map((code) => {
    const { status, type, message } = errorCatalog[code]
    return {
      id: `/docs/errors#${code}`,
      kind: 'Error' as const,
      title: code,
      names: `error ${status}`,
      text: `${message} ${advice[code] ?? adviceByType[type]}`.replaceAll('`', ''),
    }
  })
}
