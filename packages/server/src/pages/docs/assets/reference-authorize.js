/**
 * A plugin of Swagger UI with its own dialog for *Authorize*: one field for the API key. The only
 * button for it says whether a key is set; operations have no padlocks, which look alike.
 */
globalThis.authorizeDialog = ({ React: { createElement: h, useEffect, useRef, useState } }) => ({
  components: {
    authorizeBtn: ({ isAuthorized, showPopup, onClick, getComponent }) =>
      h(
        'div',
        { className: 'auth-wrapper' },
        h(
          'button',
          { type: 'button', className: 'btn authorize', onClick },
          h('span', null, isAuthorized ? 'Authorized' : 'Authorize'),
          h(getComponent(isAuthorized ? 'LockAuthIcon' : 'UnlockAuthIcon', true)),
        ),
        showPopup && h(getComponent('authorizationPopup', true)),
      ),
    authorizeOperationBtn: () => null,
    authorizationPopup: function AuthorizeDialog({ authActions, authSelectors }) {
      const dialog = useRef(null)
      const [problem, setProblem] = useState(null)
      useEffect(() => {
        dialog.current.showModal()
        dialog.current.querySelector('input')?.focus()
      }, [])
      const schema = authSelectors
        .shownDefinitions()
        .map((schemes) => schemes.get('apiKey'))
        .find(Boolean)
      const isAuthorized = authSelectors.authorized().has('apiKey')
      const close = () => authActions.showDefinitions(false)
      const save = async (event) => {
        event.preventDefault()
        const value = new FormData(event.target).get('key').trim()
        const rejection = await rejectionOf(value)
        setProblem(rejection)
        if (rejection) return
        authActions.authorizeWithPersistOption({ apiKey: { name: 'apiKey', schema, value } })
        close()
      }
      const remove = () => authActions.logoutWithPersistOption(['apiKey'])
      return h(
        'dialog',
        {
          ref: dialog,
          className: 'authorize-dialog',
          'aria-labelledby': 'authorize',
          onClose: close,
        },
        h('h2', { id: 'authorize' }, 'Authorize'),
        h(
          'p',
          null,
          ...(schema ? keyAdvice(h) : ['These operations need no key. Sign in to the dashboard.']),
        ),
        h(
          'form',
          { onSubmit: save },
          schema && isAuthorized && h('p', { role: 'status' }, 'A key is set in this tab.'),
          schema && keyField(h, isAuthorized),
          h('p', { role: 'alert' }, problem),
          h(
            'div',
            { className: 'authorize-buttons' },
            schema && h('button', { className: 'btn execute' }, 'Use this key'),
            schema &&
              isAuthorized &&
              h('button', { type: 'button', className: 'btn', onClick: remove }, 'Remove the key'),
            h('button', { type: 'button', className: 'btn', onClick: close }, 'Close'),
          ),
        ),
      )
    },
  },
})

const keyAdvice = (h) => [
  'An owner key (',
  h('code', { key: 'owner' }, 'pst_owner_…'),
  ') can read and change all profiles, a profile key (',
  h('code', { key: 'profile' }, 'pst_profile_…'),
  ') only one. Create one in the dashboard under ',
  h('a', { key: 'keys', href: '/dashboard/api-keys', target: '_blank' }, 'API keys'),
  ', or ',
  h('a', { key: 'command', href: '/docs#your-first-request', target: '_blank' }, 'on the server'),
  '. The browser keeps the key in this tab only.',
]

/** Why the service does not accept a key, or `null`. */
async function rejectionOf(key) {
  const isSendable = /^[\x21-\x7e]+$/.test(key)
  const response =
    isSendable &&
    (await fetch('/v1/me', { credentials: 'omit', headers: { authorization: `Bearer ${key}` } }))
  return response && response.status !== 401
    ? null
    : 'This key does not work: it is incomplete, or it was revoked or has expired.'
}

const keyField = (h, isAuthorized) =>
  h(
    'label',
    null,
    isAuthorized ? 'Another API key' : 'API key',
    h('input', {
      name: 'key',
      type: 'password',
      required: true,
      autoComplete: 'off',
      spellCheck: false,
    }),
  )
