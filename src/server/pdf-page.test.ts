import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { newPdf, createPdfCache } from './pdf-page.ts'

const longest = 'W'.repeat(180)
const words = 'The ballots of the members of the association were counted. '.repeat(12)

/** Every piece of text in the file, with its right end and the edge that it must not cross. */
async function piecesOf(bytes: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pieces: { text: string; left: number; right: number; page: number }[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const left = Number(item.transform[4])
      pieces.push({ text: item.str, left, right: left + item.width, page: number })
    }
  }
  return pieces
}

test('nothing runs over the edge of the sheet, and every viewer has the typeface that it was measured in', async () => {
  const pdf = await newPdf(longest)
  pdf.heading(longest)
  pdf.text(words)
  pdf.text(longest, { strong: true, size: 24, centred: true })
  pdf.hash('0123456789abcdef'.repeat(4))
  pdf.table(
    [
      { title: 'Name', share: 6 },
      { title: 'Votes', share: 1, align: 'right' },
    ],
    [{ cells: [longest, '1,234,567,890,123'] }, { cells: ['Ñuñez Šťastný 李', '1'] }],
  )
  pdf.signatures([
    { name: longest, role: words },
    { name: '', role: 'witness' },
  ])
  const bytes = await pdf.finish(longest)

  const margin = (22 / 25.4) * 72
  const pieces = await piecesOf(bytes)
  expect(pieces.filter(({ left, right }) => left < margin - 1 || right > 595.28 - margin + 1)).toEqual([])
  const lines = pieces.map(({ text }) => text)
  expect(lines).toContain('0123 4567 89ab cdef 0123 4567 89ab cdef')
  expect(lines.filter((line) => /^W+… · page 1 of \d$/.test(line))).toHaveLength(1)
  expect(lines).toContain('Ñuñez Stastný ?')

  const file = bytes.toString('latin1')
  const named = [...file.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !/^[A-Z]{6}\+BarlowCondensed/.test(name ?? ''))).toEqual([])
  expect(file.match(/\/FontFile[23]? /g)).toHaveLength(2)
  expect(bytes.length).toBeLessThan(60_000)
})

test('the head of a table stands on the page of its first row, and the last row not alone', async () => {
  const pdf = await newPdf('Tables')
  const tables = Array.from({ length: 60 }, (_, number) => number)
  for (const number of tables) {
    pdf.gap(0.37)
    const cells = number % 2 === 0 ? ['first', 'last'] : ['first', 'second', 'last']
    pdf.table(
      [{ title: `head ${number}`, share: 1 }],
      cells.map((cell) => ({ cells: [`${cell} ${number}`] })),
    )
  }
  const pieces = await piecesOf(await pdf.finish('Tables'))
  const pagesOf = (text: string) => pieces.filter((piece) => piece.text === text).map(({ page }) => page)
  for (const number of tables) {
    expect(pagesOf(`head ${number}`)[0]).toBe(pagesOf(`first ${number}`)[0])
    expect(pagesOf(`last ${number}`)).toEqual(pagesOf(`${number % 2 === 0 ? 'first' : 'second'} ${number}`))
  }
})

function aDesk() {
  let times = 0
  const draw = async () => Buffer.from(`drawing ${++times}`)
  return { cache: createPdfCache(), draw, times: () => times }
}

test('a paper is drawn once for all who ask, and again for other figures or another name', async () => {
  const { cache, draw, times } = aDesk()
  const figures = {}
  const all = await Promise.all(Array.from({ length: 20 }, () => cache(figures, 'ARRAPI', draw)))
  expect([new Set(all).size, times()]).toEqual([1, 1])
  await cache({}, 'ARRAPI', draw)
  await cache(figures, 'ARRAPI, Inc.', draw)
  expect(times()).toBe(3)
})

test('a drawing that failed is tried again for the next who asks', async () => {
  const { cache, draw } = aDesk()
  const figures = {}
  await expect(cache(figures, 'ARRAPI', () => Promise.reject(new Error('no font')))).rejects.toThrow('no font')
  expect(`${await cache(figures, 'ARRAPI', draw)}`).toBe('drawing 1')
})
