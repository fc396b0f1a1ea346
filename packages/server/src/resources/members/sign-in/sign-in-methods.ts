import type { Context } from '../../../context.ts'
import type { SignInMethods } from '../../../schemas/session.ts'

/** How members can sign in, for the sign-in page. */
export function readSignInMethods({ config }: Pick<Context, 'config'>): SignInMethods {
  return {
    object: 'sign_in_methods',
    password: config.isPasswordSignInEnabled,
    provider: config.signInProvider && {
      label: config.signInProvider.label,
      url: `${config.publicUrl}/sign-in/provider`,
    },
  }
}
