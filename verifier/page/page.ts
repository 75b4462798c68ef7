import { readEvidence, showReceiptCode, type CollectedFile } from '../evidence.ts'
import { UnusableInput } from '../problems.ts'
import { checkText, reportOf, type Report } from '../report-text.ts'
import { verifyPackage, type CheckResult, type Verdict } from '../verify-package.ts'
import type { Source } from '../zip.ts'

/** The verifier as a page in a browser. Text from files is never set as HTML. */

const form = element('form', HTMLFormElement)
const packageInput = element('package', HTMLInputElement)
const headsInput = element('heads', HTMLInputElement)
const drop = element('drop', HTMLElement)

const newEnough =
  typeof DecompressionStream === 'function' && 'toSorted' in Array.prototype && 'isWellFormed' in String.prototype
element('too-old', HTMLElement).hidden = newEnough
form.hidden = !newEnough

/** A package that was dropped onto the page, because a script cannot fill the file field. */
let dropped: File | null = null

packageInput.addEventListener('change', () => {
  dropped = null
  nameFiles('package-name', packageInput.files)
})
headsInput.addEventListener('change', () => nameFiles('heads-name', headsInput.files))
const receiptField = field('receipt')
receiptField.addEventListener('blur', () => {
  receiptField.value = showReceiptCode(receiptField.value)
})
for (const event of ['dragover', 'dragleave', 'drop'])
  document.addEventListener(event, (dragged) => {
    dragged.preventDefault()
    drop.classList.toggle('over', event === 'dragover')
  })
document.addEventListener('drop', ({ dataTransfer }) => {
  dropped = dataTransfer?.files[0] ?? dropped
  if (dropped) nameFiles('package-name', [dropped])
})

form.addEventListener('submit', (submitted) => {
  submitted.preventDefault()
  void verify()
})

async function verify(): Promise<void> {
  const button = element('verify', HTMLButtonElement)
  element('result', HTMLElement).hidden = true
  say('')
  try {
    const chosen = dropped ?? packageInput.files?.[0]
    if (!chosen) throw new UnusableInput('Please choose the audit package first.')
    const evidence = evidenceInForm()
    button.disabled = true
    element('working', HTMLElement).hidden = false
    const verdict = await verifyPackage(fileSource(chosen), evidence, { progress: drawProgress })
    show(verdict, reportOf(verdict, evidence))
  } catch (error) {
    say(error instanceof UnusableInput ? error.message : `The verifier itself failed (${String(error)}).`)
  } finally {
    button.disabled = false
    element('working', HTMLElement).hidden = true
  }
}

function evidenceInForm() {
  const ids = ['fingerprint', 'receipt', 'promise', 'serial', 'salt']
  const typed = Object.fromEntries(ids.map((id) => [id, field(id).value.trim() || undefined]))
  return readEvidence(typed, Array.from(headsInput.files ?? [], collectedFile))
}

function field(id: string): HTMLInputElement | HTMLTextAreaElement {
  const found = document.getElementById(id)
  return found instanceof HTMLTextAreaElement ? found : element(id, HTMLInputElement)
}

const fileSource = (file: File): Source => ({
  size: file.size,
  read: async (at, length) => {
    const part = await file
      .slice(at, at + length)
      .arrayBuffer()
      .catch(() => {
        throw new UnusableInput('The file can no longer be read. Please choose it again.')
      })
    if (part.byteLength !== length) throw new UnusableInput('The file became shorter while it was read.')
    return new Uint8Array(part)
  },
})

const collectedFile = (file: File): CollectedFile => ({
  name: file.name,
  chunks: async function* () {
    const reader = file.stream().getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  },
})

let drawnAt = 0

/** Gives the browser time to draw and scroll while it counts. */
function drawProgress(done: number): Promise<void> | undefined {
  const now = performance.now()
  if (now - drawnAt < 40) return undefined
  drawnAt = now
  element('progress', HTMLProgressElement).value = done
  element('percent', HTMLElement).textContent = `${Math.floor(100 * done)}%`
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

function show({ holds, certified }: Verdict, report: Report): void {
  element('verdict', HTMLElement).className = `verdict ${holds ? (certified ? '' : 'open') : 'fails'}`
  element('headline', HTMLElement).textContent = report.headline
  element('explanation', HTMLElement).textContent = report.explanation
  fill('summary', report.summary.flatMap(factElements))
  element('facts', HTMLElement).hidden = report.summary.length === 0
  const advice = element('advice', HTMLElement)
  advice.textContent = report.advice
  advice.hidden = report.advice === ''
  fill('own-list', report.own.map(checkElement))
  element('own', HTMLElement).hidden = report.own.length === 0
  fill(
    'known-list',
    report.notes.map((note) => textElement('li', `${note}.`)),
  )
  element('known', HTMLElement).hidden = report.notes.length === 0
  // Failed checks come first.
  fill('check-list', report.others.toSorted((a, b) => rank[a.outcome] - rank[b.outcome]).map(checkElement))
  fill('technical', report.technical.flatMap(factElements))
  element('details', HTMLDetailsElement).open = !holds
  const result = element('result', HTMLElement)
  result.hidden = false
  result.focus({ preventScroll: true })
  result.scrollIntoView({ block: 'start' })
}

const rank = { fails: 0, holds: 1, 'not checked': 1 } as const

const factElements = ({ name, value }: { name: string; value: string }): HTMLElement[] => [
  textElement('dt', name),
  textElement('dd', value),
]

const marks = { holds: '✓', fails: '✗', 'not checked': '–' } as const

function checkElement(check: CheckResult): HTMLElement {
  const item = document.createElement('li')
  item.className = check.outcome.replace(' ', '-')
  const words = document.createElement('div')
  const outcome = textElement('div', checkText(check))
  outcome.className = 'outcome'
  const name = textElement('span', ` · ${check.name}`)
  name.className = 'check-name'
  outcome.append(name)
  words.append(textElement('div', check.sentence), outcome)
  if (check.notes.length > 0) {
    const notes = document.createElement('ul')
    notes.className = 'notes'
    notes.append(...check.notes.map((note) => textElement('li', note)))
    words.append(notes)
  }
  const mark = textElement('span', marks[check.outcome])
  mark.className = 'mark'
  mark.setAttribute('aria-hidden', 'true')
  item.append(mark, words)
  return item
}

function say(problem: string): void {
  const place = element('problem', HTMLElement)
  place.textContent = problem
  place.hidden = problem === ''
  if (problem) place.scrollIntoView({ block: 'nearest' })
}

function nameFiles(id: string, files: Iterable<File> | null): void {
  const names = Array.from(files ?? [], ({ name }) => name)
  if (names.length > 0) element(id, HTMLElement).textContent = names.join(', ')
}

const fill = (id: string, children: readonly HTMLElement[]): void =>
  element(id, HTMLElement).replaceChildren(...children)

function textElement(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}
