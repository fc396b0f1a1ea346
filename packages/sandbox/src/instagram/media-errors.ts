import { badParameter, GraphError } from '../graph/errors.ts'

export const CAPTION_MAX = 2200

/** Meta's media errors by subcode (instagram.md §7). */
const errors = {
  cannot_fetch: [
    9004,
    2207052,
    'Only photo or video can be accepted as media type.',
    'The media could not be fetched from this URI',
  ],
  image_format: [
    36001,
    2207005,
    'The image format is not supported.',
    'Supported formats are: JPEG',
  ],
  image_size: [
    36000,
    2207004,
    'The image is too large to download.',
    'It should be less than 8 MiB',
  ],
  aspect_ratio: [
    36003,
    2207009,
    'The aspect ratio is not supported.',
    'The submitted image has an aspect ratio that cannot be published',
  ],
  caption: [
    36004,
    2207010,
    'The caption was too long.',
    'Captions have at most 2,200 characters, 30 hashtags and 20 mentions',
  ],
  carousel: [
    100,
    2207028,
    'Your post won’t work as a carousel.',
    'Carousels need at least 2 photos/videos and no more than 10',
  ],
  media_type: [100, 2207023, 'The media type is unknown.', 'Only valid media types are accepted'],
  not_ready: [
    9007,
    2207027,
    'Media ID is not available',
    'The media is not ready for publishing, please wait for a moment',
  ],
  not_found: [24, 2207006, 'The requested resource does not exist', 'The media cannot be found'],
  expired: [
    24,
    2207008,
    'The requested resource does not exist',
    'The media builder is expired or does not exist',
  ],
  limit: [
    9,
    2207042,
    'Application request limit reached',
    'You reached the maximum number of posts that is allowed to be published by Content Publishing API.',
  ],
} as const satisfies Record<string, readonly [number, number, string, string]>

export function mediaError(name: keyof typeof errors): GraphError {
  const [code, error_subcode, message, error_user_msg] = errors[name]
  return new GraphError(message, {
    code,
    error_subcode,
    is_transient: false,
    error_user_title: message,
    error_user_msg,
  })
}

export function igParameter(message: string): GraphError {
  return badParameter(message, 'IGApiException')
}
