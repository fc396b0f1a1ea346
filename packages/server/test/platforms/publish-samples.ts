import type {
  PostContent,
  PostMedia,
  PublishFinding,
  PublishInput,
} from '../../src/platforms/contract/publish.ts'

/** A square JPEG that every platform accepts, for tests without a sandbox. */
export function sampleImage(more: Partial<PostMedia> = {}): PostMedia {
  return {
    id: 'med_image',
    type: 'image',
    mimeType: 'image/jpeg',
    size: 200_000,
    width: 1_080,
    height: 1_080,
    durationMs: null,
    altText: null,
    url: 'https://media.example/image',
    read: async () => Buffer.alloc(0),
    ...more,
  }
}

/** Ten seconds of upright MP4. */
export function sampleVideo(more: Partial<PostMedia> = {}): PostMedia {
  return sampleImage({
    id: 'med_video',
    type: 'video',
    mimeType: 'video/mp4',
    size: 3_000_000,
    width: 1_080,
    height: 1_920,
    durationMs: 10_000,
    url: 'https://media.example/video',
    ...more,
  })
}

export function sampleContent(content: Partial<PostContent>): PostContent {
  return { text: '', media: [], options: {}, ...content }
}

export function sampleInput(
  content: Partial<PostContent>,
  progress: PublishInput['progress'] = {},
): PublishInput {
  return {
    tokens: {
      access: 'the-access-token',
      refresh: null,
      accessExpiresAt: null,
      refreshExpiresAt: null,
      issuedAt: '2026-11-20T09:00:00.000Z',
    },
    key: { id: 'tgt_1', createdAt: new Date('2026-11-20T09:00:00.000Z') },
    account: { platformAccountId: '1', username: 'anna.bakes' },
    facts: null,
    answers: null,
    content: sampleContent(content),
    progress,
  }
}

/** Findings as `level path code limit actual`, for test tables. */
export function shortFindings(findings: readonly PublishFinding[]): string[] {
  return findings.map(({ level, path, code, limit, actual }) =>
    [level, path, code, limit, actual].filter((part) => part !== null).join(' '),
  )
}
