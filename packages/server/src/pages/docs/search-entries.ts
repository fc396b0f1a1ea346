import { type ErrorCode, errorCatalog } from '../../core/error-catalog.ts'
import { events } from '../../schemas/event.ts'
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

type Operation = { operationId: string; summary: string; description: string; tags: string[] }

/** The part of the OpenAPI document that the search reads. */
export type OperationDocument = { paths: Record<string, Record<string, Operation>> }

/** All operations, sections of guides, event types and error codes. */
export function searchEntries(document: OperationDocument): SearchEntry[] {
  return [...operationEntries(document), ...guideEntries(), ...eventEntries(), ...errorEntries()]
}

function operationEntries({ paths }: OperationDocument): SearchEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description, tags }]) => ({
      id: `/docs#/${encodeURIComponent(tags[0]!)}/${operationId}`,
      kind: 'Operation' as const,
      title: summary,
      names: `${method.toUpperCase()} ${path} ${operationId}`,
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
