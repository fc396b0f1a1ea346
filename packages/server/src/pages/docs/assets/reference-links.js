/** The operation to scroll to, once it is shown. */
let wantedId = null

/**
 * A plugin of Swagger UI that names the operation opened last in the URL. The deep links of Swagger UI do not
 * scroll to an operation that is on the page already, and add URLs to the history that *Back* cannot leave.
 */
globalThis.operationLinks = () => ({
  statePlugins: {
    layout: {
      wrapActions: {
        show: (show) => (thing, isShown) => {
          const [kind, tag, operationId] = thing
          if (kind === 'operations' && operationId && isShown !== false) {
            history.replaceState(null, '', `#/${encodeURIComponent(tag)}/${operationId}`)
            markCurrent()
          }
          return show(thing, isShown)
        },
      },
    },
  },
})

/** Opens the operation that the URL names and scrolls to it. */
globalThis.openOperation = ({ layoutActions, specSelectors }) => {
  const operationId = location.hash.split('/')[2]
  const tag = specSelectors.specJson().getIn(['tags', 0, 'name'])
  if (!operationId || !tag) return
  wantedId = `operations-${tag.replaceAll(' ', '_')}-${operationId}`
  layoutActions.show(['operations', tag, operationId], true)
  scrollToWanted()
}

/** Waits for its contents, without which the page can be too short. */
globalThis.scrollToWanted = () => {
  const operation = wantedId && document.getElementById(wantedId)
  if (!operation?.querySelector('.examples')) return
  wantedId = null
  operation.scrollIntoView()
}

function markCurrent() {
  for (const link of document.querySelectorAll('.side a[href*="#/"]')) {
    if (link.hash === location.hash) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}
