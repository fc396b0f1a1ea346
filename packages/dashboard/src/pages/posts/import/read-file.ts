const megabyte = 1_000_000

/** The API counts the bytes of the request, where quotes and line ends take more than in the file. */
export const megabytesMax = Math.floor(LIMITS.import.bodyBytesMax / megabyte) - 1

export type FileText = { format: 'csv' | 'jsonl'; content: string }

/** The text of a file, or why it cannot be sent. A file that is too large is not read. */
export async function readFile(file: File): Promise<FileText | 'tooLarge' | 'notUtf8'> {
  if (file.size > megabytesMax * megabyte) return 'tooLarge'
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const content = decoder.decode(await file.arrayBuffer())
    return { format: /\.(jsonl|ndjson)$/i.test(file.name) ? 'jsonl' : 'csv', content }
  } catch {
    return 'notUtf8'
  }
}
