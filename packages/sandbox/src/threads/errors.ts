import { badParameter, GraphError } from '../graph/errors.ts'

export function threadsParameter(message: string): GraphError {
  return badParameter(message, 'THApiException')
}

/**
 * 24/4279009: the container is unfinished, published, expired or unknown (threads.md §3.3), or the post
 * is too young for replies (threads.md §4.2).
 */
export function mediaNotFound(id: string): GraphError {
  return new GraphError('The requested resource does not exist', {
    code: 24,
    error_subcode: 4279009,
    is_transient: false,
    error_user_title: 'Media Not Found',
    error_user_msg: `The media with id ${id} cannot be found.`,
  })
}

/** 100/4279004: an item is unfinished, expired or not one (threads.md §3.4). */
export function invalidChildren(): GraphError {
  return new GraphError('Invalid parameter', {
    code: 100,
    error_subcode: 4279004,
    is_transient: false,
    error_user_title: 'Invalid Carousel Children',
    error_user_msg: 'The children are invalid, nonexistent or expired.',
  })
}
