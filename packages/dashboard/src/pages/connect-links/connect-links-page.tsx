import { PageFrame } from '../../parts/page-frame.tsx'

export function Page() {
  return <PageFrame title="connect-links">…</PageFrame>
}
