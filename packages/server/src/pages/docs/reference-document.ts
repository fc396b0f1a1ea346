import type { OperationDocument } from './areas.ts'
import { type DescribedOperation, samplesOf } from './samples.ts'

/**
 * The OpenAPI document with samples of each operation in `x-codeSamples`. Requests schedule for a time after `now`,
 * so that they work.
 */
export function referenceDocument(
  source: Record<string, unknown>,
  publicUrl: string,
  now: Date,
): OperationDocument {
  const document = structuredClone(source) as OperationDocument
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      moveTimes(operation, now)
      operation['x-codeSamples'] = samplesOf({ publicUrl, method, path, operation })
    }
  }
  return document
}

const aheadMs = 180 * 86_400_000

/** Sets the times of a request's example that have to be in the future, also in the response. */
function moveTimes(operation: DescribedOperation, now: Date): void {
  const example = operation.requestBody?.content['application/json']?.example
  if (typeof example !== 'object' || example === null) return
  const day = new Date(now.getTime() + aheadMs).toISOString().slice(0, 10)
  for (const [name, value] of Object.entries(example)) {
    if (!['scheduled_at', 'expires_at'].includes(name)) continue
    Object.assign(example, { [name]: `${day}T09:00:00Z` })
    const moved = JSON.stringify(operation.responses).replaceAll(
      new Date(value).toISOString(),
      `${day}T09:00:00.000Z`,
    )
    operation.responses = JSON.parse(moved)
  }
}
