/**
 * A plugin of Swagger UI with its own dialog for *Authorize*: one field for the API key. `Authorize` and the
 * padlocks of operations open it.
 */
globalThis.authorizeDialog = ({ React: { createElement: h, useEffect, useRef } }) => ({
  components: {
    authorizationPopup: function AuthorizeDialog({ authActions, authSelectors }) {
      const dialog = useRef(null)
      useEffect(() => dialog.current.showModal(), [])
      const schema = authSelectors
        .shownDefinitions()
        .map((schemes) => schemes.get('apiKey'))
        .find(Boolean)
      const isAuthorized = authSelectors.authorized().has('apiKey')
      const close = () => authActions.showDefinitions(false)
      const save = (event) => {
        event.preventDefault()
        const value = new FormData(event.target).get('key').trim()
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
          schema && !isAuthorized && keyField(h),
          schema && isAuthorized && h('p', { role: 'status' }, 'A key is set in this tab.'),
          h(
            'div',
            { className: 'authorize-buttons' },
            schema && !isAuthorized && h('button', { className: 'btn execute' }, 'Use this key'),
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
  h('a', { key: 'keys', href: '/dashboard/api-keys' }, 'API keys'),
  ', or use ',
  h('code', { key: 'command' }, 'npm run key'),
  '. The browser keeps the key in this tab only.',
]

const keyField = (h) =>
  h(
    'label',
    null,
    'API key',
    h('input', {
      name: 'key',
      type: 'password',
      required: true,
      autoFocus: true,
      autoComplete: 'off',
      spellCheck: false,
    }),
  )
