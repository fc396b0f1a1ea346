import { dateFormat } from '../../parts/dates.ts'

/** As `Mon 30 Nov, 10:00`, in the member's time zone. */
export function formatSlot(at: string, language: string): string {
  return dateFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at))
}
