import { expect, test } from 'vitest'
import { readReturn } from './return.ts'

test.each([
  ['code=AQBx-hBsH3&state=s', { code: 'AQBx-hBsH3' }],
  ['code=AQBx-hBsH3%23_&state=s', { code: 'AQBx-hBsH3' }],
  ['code=AQBx-hBsH3%23_%3D_&state=s', { code: 'AQBx-hBsH3' }],
  ['code=BELY*0%216410&scopes=user.info.basic&state=s', { code: 'BELY*0!6410' }],
  [
    'error=access_denied&error_reason=user_denied&error_description=The+user+denied+your+request',
    { refused: 'access_denied' },
  ],
  [
    'error=access_denied&error_code=200&error_description=Permissions+error&error_reason=user_denied&state=s',
    { refused: 'access_denied' },
  ],
  ['error=acceess_denied&error_reason=user_denied&state=s', { refused: 'access_denied' }],
  [
    'error=access_denied&error_description=x&errCode=-2&error_type=t&state=s',
    { refused: 'access_denied' },
  ],
  ['error=invalid_scope&state=s', { refused: 'failed' }],
  ['error=server_error&code=AQBx', { refused: 'failed' }],
  ['state=s', { refused: 'failed' }],
  ['code=', { refused: 'failed' }],
])('the callback %s is parsed', (query, expected) => {
  expect(readReturn(new URLSearchParams(query))).toEqual(expected)
})
