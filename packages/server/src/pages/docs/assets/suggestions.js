/**
 * Suggestions below the search field, by the combobox pattern of the ARIA authoring practices. Without them, Enter
 * leads to the page of results.
 */

const form = document.querySelector('.find')
const field = form.elements.q
const list = document.createElement('div')
/** Says that nothing was found; it is not an option of the list, because it cannot be chosen. */
const none = document.createElement('p')
const pauseMs = 120
/** The suggestions by query, so that a query is requested once. */
const known = new Map()
let timer

list.id = 'suggestions'
list.className = 'suggestions'
list.role = 'listbox'
list.ariaLabel = 'Suggestions'
list.hidden = true
none.className = 'suggestions'
none.role = 'status'
form.append(list, none)
field.autocomplete = 'off'
field.role = 'combobox'
field.ariaAutoComplete = 'list'
field.ariaExpanded = 'false'
field.setAttribute('aria-controls', list.id)

field.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(suggest, pauseMs)
})
field.addEventListener('keydown', onKeyDown)
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) close()
})
list.addEventListener('click', close)

async function suggest() {
  const query = field.value.trim()
  if (query === '') return close()
  if (!known.has(query)) {
    const parameters = new URLSearchParams({ q: query })
    const response = await fetch(`/docs/search.json?${parameters}`)
    if (!response.ok) return
    const { data, count } = await response.json()
    const all = { url: `/docs/search?${parameters}`, title: `All ${count} results` }
    known.set(query, count > data.length ? [...data, all] : data)
  }
  if (query !== field.value.trim() || document.activeElement !== field) return
  list.replaceChildren(...known.get(query).map(optionOf))
  list.hidden = list.childElementCount === 0
  none.textContent = list.hidden ? `No results for “${query}”` : ''
  field.ariaExpanded = String(!list.hidden)
  mark(null)
}

function optionOf({ url, title, kind, name }, index) {
  const option = document.createElement('a')
  option.id = `suggestion-${index}`
  option.role = 'option'
  option.href = url
  option.tabIndex = -1
  const parts = [
    ['strong', title],
    ['small', kind],
    ['code', name],
  ]
  for (const [element, text] of parts) {
    if (text) option.append(Object.assign(document.createElement(element), { textContent: text }))
  }
  return option
}

function onKeyDown(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const marked = list.querySelector('[aria-selected=true]')
  if (list.hidden && !none.textContent) return
  if (event.key === 'Escape') close()
  else if (event.key === 'Enter' && marked) marked.click()
  else if (step) mark(next(marked, step))
  else return
  event.preventDefault()
}

/** After the last suggestion, none is marked, then the first. */
function next(marked, step) {
  const options = [null, ...list.children]
  return options.at((options.indexOf(marked) + step) % options.length)
}

function mark(option) {
  for (const each of list.children) each.ariaSelected = String(each === option)
  field.setAttribute('aria-activedescendant', option?.id ?? '')
  option?.scrollIntoView({ block: 'nearest' })
}

function close() {
  clearTimeout(timer)
  list.hidden = true
  none.textContent = ''
  field.ariaExpanded = 'false'
  field.setAttribute('aria-activedescendant', '')
}
