import { PageFrame } from '../../parts/page-frame.tsx'

export function Page() {
  return <PageFrame title="brand">…</PageFrame>
}
