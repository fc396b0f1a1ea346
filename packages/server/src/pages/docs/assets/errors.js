// Filters the list of error codes by the words in their code, status, meaning and advice.

const form = document.querySelector('form.filter')
const status = form.querySelector('[role=status]')
const cards = [...document.querySelectorAll('.card.error')]

form.hidden = false
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', filter)
// Browsers keep the text of a field when they return to a page.
filter()

function filter() {
  const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const card of cards) {
    const text = card.textContent.toLowerCase()
    card.hidden = !words.every((word) => text.includes(word))
    document.querySelector(`.side a[href="#${card.id}"]`).parentElement.hidden = card.hidden
  }
  for (const group of document.querySelectorAll('section.codes')) {
    group.hidden = !group.querySelector('.card:not([hidden])')
    const { id } = group.querySelector('h2')
    document.querySelector(`.side a[href="#${id}"]`).parentElement.hidden = group.hidden
  }
  const count = cards.filter((card) => !card.hidden).length
  // The sample body would push the codes that match out of view.
  document.querySelector('.error-body').hidden = words.length > 0
  if (words.length === 0) status.textContent = ''
  else status.textContent = count > 0 ? `${count} of ${cards.length} codes` : 'No code matches.'
}
