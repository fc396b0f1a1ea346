import { type ErrorCode, errorCatalog } from '../../core/error-catalog.ts'
import { events } from '../../schemas/event.ts'
import { areasOf, type OperationDocument } from './areas.ts'
import { advice, adviceByType } from './error-advice.ts'
import { guides } from './guide-list.ts'
import { readGuide } from './guides.ts'

/** Something that the search finds. Its ID is the URL that it leads to. */
export type SearchEntry = {
  id: string
  kind: 'Operation' | 'Guide' | 'Event' | 'Error'
  title: string
  /** Identifiers by which it is known, such as the operation's ID and path. */
  names: string
  text: string
}

/** All operations, sections of guides, event types and error codes. */
export function searchEntries(document: OperationDocument): SearchEntry[] {
  return [...operationEntries(document), ...guideEntries(), ...eventEntries(), ...errorEntries()]
}

function operationEntries(document: OperationDocument): SearchEntry[] {
  return areasOf(document).flatMap(({ operations }) =>
    operations.map(({ address, method, path, operationId, summary, description }) => ({
      id: address,
      kind: 'Operation' as const,
      title: summary,
      names: `${method} ${path} ${operationId}`,
      text: description.replaceAll('`', ''),
    })),
  )
}

function guideEntries(): SearchEntry[] {
  return guides.flatMap(({ name, title }) =>
    (readGuide(name)?.sections ?? []).map((section, index) => ({
      id: `/docs/guides/${name}${index === 0 ? '' : `#${section.id}`}`,
      kind: 'Guide' as const,
      title: index === 0 ? title : `${title}: ${section.title}`,
      names: index === 0 ? section.title : '',
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
      names: `${status}`,
      text: `${message} ${advice[code] ?? adviceByType[type]}`.replaceAll('`', ''),
    }
  })
}
