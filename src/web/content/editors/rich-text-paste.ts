/**
 * Makes HTML that was copied elsewhere ready for the editor, which understands paragraphs, headings, lists, bold and links. The
 * content security policy allows no `style`, so it gets another name. All of it stays in a document of its own, which loads nothing.
 */
export function preparePasted(html: string): string {
  const renamed = html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=/i, ' data-style='))
  const page = new DOMParser().parseFromString(renamed, 'text/html')
  for (const item of page.querySelectorAll('p[class^=MsoListParagraph]')) listWordItem(item)
  // The innermost first: an item and a line have no lists in them.
  for (const inner of [...page.querySelectorAll('li :is(ul, ol), :is(ul, ol) > :is(ul, ol)')].toReversed()) {
    // Google Docs copies a list between the items of another.
    const before = inner.parentElement?.matches('ul, ol') ? inner : inner.closest('li')
    before?.after(...inner.children)
    inner.replaceWith(' ')
  }
  for (const table of [...page.querySelectorAll('table')].toReversed())
    table.replaceWith(...Array.from(table.rows, lineOf))
  return page.body.innerHTML
}

/** Word copies the items of a list as paragraphs that begin with their sign. */
function listWordItem(item: Element): void {
  const sign = item.querySelector('[data-style*="mso-list:Ignore"]')
  const number = /\d+/.exec(sign?.textContent ?? '')?.[0]
  sign?.remove()
  const kind = number ? 'ol' : 'ul'
  const before = item.previousElementSibling
  const list = before?.matches(`${kind}[data-word]`) ? before : item.ownerDocument.createElement(kind)
  if (list !== before) {
    list.setAttribute('data-word', '')
    if (number) list.setAttribute('start', number)
    item.before(list)
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
