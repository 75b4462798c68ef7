/**
 * Makes HTML that was copied elsewhere ready for the editor, which understands paragraphs, headings, lists, bold and links. The
 * content security policy allows no `style`, so it gets another name. All of it stays in a document of its own, which loads nothing.
 */
export function preparePasted(html: string): string {
  const renamed = html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=/i, ' data-style='))
  const page = new DOMParser().parseFromString(renamed, 'text/html')
  for (const item of page.querySelectorAll('p[class^=MsoListParagraph]')) listWordItem(item)
  // Google Docs has a list beside the item that it belongs into.
  for (const inner of page.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    if (inner.previousElementSibling) inner.previousElementSibling.append(inner)
    else inner.replaceWith(...inner.children)
  }
  // The innermost first: an item inside another has no lists in it.
  for (const inner of [...page.querySelectorAll('li li ul, li li ol')].toReversed()) {
    inner.closest('li')?.after(...inner.children)
    inner.remove()
  }
  for (const table of [...page.querySelectorAll('table')].toReversed())
    table.replaceWith(...Array.from(table.rows, lineOf))
  return page.body.innerHTML
}

/** Word copies the items of a list as paragraphs that begin with their sign, and says how deep they are in their style. */
function listWordItem(item: Element): void {
  const sign = item.querySelector('[data-style*="mso-list:Ignore"]')
  const words = sign?.textContent ?? ''
  const number = /\d+(?=\D*$)/.exec(words)?.[0]
  const kind = number || /^\W*[a-z]+[.)]/i.test(words) ? 'ol' : 'ul'
  sign?.remove()
  const before = item.previousElementSibling
  const isInner = /mso-list:[^;]*level[2-9]/.test(item.getAttribute('data-style') ?? '')
  const outer = isInner && before?.matches('[data-word]') ? before.lastElementChild : null
  const last = outer ? outer.lastElementChild : before
  const goesOn = last?.matches(outer ? '[data-word]' : `${kind}[data-word]`)
  const list = last && goesOn ? last : item.ownerDocument.createElement(kind)
  if (list !== last) {
    list.setAttribute('data-word', '')
    if (number) list.setAttribute('start', number)
    if (outer) outer.append(list)
    else item.before(list)
  }
  const listed = item.ownerDocument.createElement('li')
  listed.append(...item.childNodes)
  list.append(listed)
  item.remove()
}

/** A row of a table, as a line of words. */
function lineOf(row: HTMLTableRowElement): HTMLElement {
  const line = row.ownerDocument.createElement('p')
  for (const [place, cell] of [...row.cells].entries()) {
    for (const block of [...cell.querySelectorAll('p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, br')].toReversed())
      block.replaceWith(' ', ...block.childNodes, ' ')
    if (place > 0) line.append(' – ')
    line.append(...cell.childNodes)
  }
  return line
}
