/** `2024-09-12T23:17:39+0000`: no colon in the offset (threads.md §0). */
export function graphTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000')
}
