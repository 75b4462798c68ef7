import { Inflate } from 'fflate'
import { spreadsheetDay } from '#shared/members/csv/date-order.ts'
import { importLimits } from '#shared/members/csv/member-file.ts'
import { Lines, readText, Unreadable, type SheetRow } from './read-csv.ts'

/** An uploaded file: a single table, or a workbook with several. */
export interface Spreadsheet {
  sheets: readonly string[]
  read: (sheet: number) => Promise<SheetRow[]>
}

/** Detects the format from the content, not from the file name. */
export async function openSpreadsheet(bytes: Uint8Array): Promise<Spreadsheet> {
  const begins = (...mark: number[]) => mark.every((byte, place) => bytes[place] === byte)
  if (begins(0x50, 0x4b, 3, 4)) return openWorkbook(bytes)
  if (begins(0xd0, 0xcf, 0x11, 0xe0))
    throw new Unreadable(
      `It is an old Excel file (.xls), or ${protectedFile.charAt(0).toLowerCase()}${protectedFile.slice(1)} Save it as an “Excel Workbook (.xlsx)”.`,
    )
  return { sheets: [''], read: () => Promise.resolve(readText(bytes)) }
}

const sheetsCompared = 10

/** Opens the sheet with the highest worth, the first of several; sheets with instructions or totals may come before it. */
export async function readBestSheet(
  spreadsheet: Spreadsheet,
  worth: (rows: readonly string[][]) => number,
): Promise<{ sheet: number; lines: SheetRow[] }> {
  let best: { sheet: number; lines: SheetRow[]; worth: number } | undefined
  let failure: unknown
  for (const sheet of spreadsheet.sheets.keys()) {
    if ((best ?? failure) && sheet >= sheetsCompared) break
    try {
      const lines = await spreadsheet.read(sheet)
      const its = lines.length === 0 ? -1 : worth(lines.map(({ cells }) => cells))
      if (its > (best?.worth ?? -1)) best = { sheet, lines, worth: its }
    } catch (error) {
      failure ??= error
    }
  }
  if (best) return { sheet: best.sheet, lines: best.lines }
  throw failure ?? new Unreadable('The file is empty.')
}

/**
 * Reads the cells of an Excel workbook (.xlsx), which is a zip of XML files. Each file is unpacked and parsed in small slices, so
 * that a zip bomb is refused early, and only the cells are kept in memory.
 */
async function openWorkbook(bytes: Uint8Array): Promise<Spreadsheet> {
  const parts = readDirectory(bytes)
  const main = [...parts.keys()].find((name) => /(?:^|\/)workbook\.xml$/.test(name))
  if (main === undefined) throw new Unreadable('It is not an Excel workbook.')
  const folder = main.slice(0, -'workbook.xml'.length)
  const read = async (name: string, handlers: Partial<Handlers>) => {
    const part = parts.get(name)
    if (part) await readXml(part, handlers)
  }

  const sheets: { name: string; id: string; hidden: boolean }[] = []
  let from1904 = false
  await read(main, {
    open(tag, attribute) {
      if (tag === 'workbookPr') from1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '')
      if (tag === 'sheet')
        sheets.push({
          name: attribute('name') ?? '',
          id: attribute('id') ?? '',
          hidden: attribute('state') !== undefined,
        })
    },
  })
  const files = new Map<string, string>()
  let stringsFile = `${folder}sharedStrings.xml`
  await read(`${folder}_rels/workbook.xml.rels`, {
    open(tag, attribute) {
      const target = attribute('Target') ?? ''
      const file = target.startsWith('/') ? target.slice(1) : folder + target
      if (tag !== 'Relationship') return
      files.set(attribute('Id') ?? '', file)
      if (attribute('Type')?.endsWith('/sharedStrings')) stringsFile = file
    },
  })
  const formats = await readFormats((handlers) => read(`${folder}styles.xml`, handlers))
  let strings: Promise<string[]> | undefined
  const visible = sheets.filter(({ hidden }) => !hidden)
  const offered = (visible.length > 0 ? visible : sheets).slice(0, 50)
  return {
    sheets: offered.map(({ name }) => name),
    async read(sheet) {
      strings ??= readStrings((handlers) => read(stringsFile, handlers))
      return readSheet((handlers) => read(files.get(offered[sheet]?.id ?? '') ?? '', handlers), {
        strings: await strings,
        formats,
        from1904,
      })
    },
  }
}

type Read = (handlers: Partial<Handlers>) => Promise<void>

/** Texts shared by cells. The parts of formatted texts are joined; phonetic guides are left out. */
async function readStrings(read: Read): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let kept = 0
  await read({
    open: (tag) => {
      if (tag === 'si') text = ''
    },
    text: (tag, written) => {
      if (tag === 't') text += written
    },
    close: (tag) => {
      if (tag !== 'si') return
      strings.push(clip(text))
      if ((kept += text.length + 8) > mostCharacters) throw tooLarge()
    },
  })
  return strings
}

/** The number format of each cell style. */
async function readFormats(read: Read): Promise<NumberFormat[]> {
  const codes = new Map<string, string>()
  const formats: NumberFormat[] = []
  let inCells = false
  await read({
    open(tag, attribute) {
      if (tag === 'numFmt') codes.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '')
      if (tag === 'cellXfs') inCells = true
      const id = attribute('numFmtId') ?? '0'
      if (tag === 'xf' && inCells) formats.push(formatOf(Number(id), codes.get(id) ?? ''))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return formats
}

interface NumberFormat {
  isDate: boolean
  /** `"O-"000000`: the text before a number, and its minimum number of digits. */
  before: string
  digits: number
}

function formatOf(id: number, code: string): NumberFormat {
  const [, before = '', zeros = ''] = /^((?:"[^"]*"|\\.|[-\s])*)(0+)$/.exec(code) ?? []
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '').split(';')
  const isDate =
    (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || /[yd]/i.test(first)
  return { isDate, before: before.replaceAll(/"|\\(?=.)/g, ''), digits: zeros.length }
}

interface SheetOptions {
  strings: readonly string[]
  formats: readonly NumberFormat[]
  from1904: boolean
}

async function readSheet(read: Read, { strings, formats, from1904 }: SheetOptions) {
  const lines = new Lines()
  let row = 0
  let cells: string[] = []
  let column = -1
  let cell = { type: '', style: 0, value: '' }
  await read({
    open(tag, attribute) {
      if (tag === 'row') {
        row = Number(attribute('r') ?? row + 1)
        cells = []
        column = -1
      } else if (tag === 'c') {
        const place = attribute('r')
        column = place === undefined ? column + 1 : columnOf(place)
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0), value: '' }
      }
    },
    text(tag, written) {
      if ((tag === 'v' || tag === 't') && cell.value.length <= importLimits.characters) cell.value += written
    },
    close(tag) {
      if (tag === 'row') lines.add(row, cells)
      if (tag !== 'c' || cell.value === '') return
      if (column >= importLimits.columns) throw lines.tooWide()
      while (cells.length < column) cells.push('')
      cells[column] = clip(textOf(cell, { strings, format: formats[cell.style], from1904 }))
    },
  })
  return lines.kept
}

/** `AB12` -> 27 */
function columnOf(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

interface CellOptions {
  strings: readonly string[]
  format: NumberFormat | undefined
  from1904: boolean
}

/** The text that a cell shows. For a formula, the result saved in the file. */
function textOf({ type, value }: { type: string; value: string }, { strings, format, from1904 }: CellOptions): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'yes' : 'no'
  if (type === 'd') return value.slice(0, 10)
  const number = Number(value)
  if (type !== 'n' || value.trim() === '' || !Number.isFinite(number)) return value
  if (format?.isDate) return dateText(number, from1904)
  // Spreadsheets treat a phone number as a number and may store it as 9.17123E+09.
  const plain = Number.isInteger(number) ? BigInt(number).toString() : String(Number(number.toPrecision(15)))
  return format ? format.before + plain.padStart(format.digits, '0') : plain
}

/** Workbooks from old Macs count days from 1904. */
const dateText = (serial: number, from1904: boolean): string =>
  spreadsheetDay(serial + (from1904 ? 1462 : 0)) ?? String(serial)

const clip = (text: string) =>
  text
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .slice(0, importLimits.characters)

interface Part {
  bytes: Uint8Array
  isPacked: boolean
}

/** Reads the zip's directory at its end. The local header of each file tells where its data begins. */
function readDirectory(bytes: Uint8Array): Map<string, Part> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = new Map<string, Part>()
  try {
    let end = bytes.length - 22
    while (view.getUint32(end, true) !== 0x06054b50) end--
    let at = view.getUint32(end + 16, true)
    for (let left = Math.min(view.getUint16(end + 10, true), 2000); left > 0; left--) {
      const [nameLength, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
        number,
        number,
        number,
      ]
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
      if (view.getUint16(at + 8, true) % 2 === 1) throw new Unreadable(protectedFile)
      const local = view.getUint32(at + 42, true)
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      parts.set(name, {
        bytes: bytes.subarray(start, start + view.getUint32(at + 20, true)),
        isPacked: view.getUint16(at + 10, true) !== 0,
      })
      at += 46 + nameLength + extra + comment
    }
  } catch (error) {
    throw error instanceof RangeError ? new Unreadable(damagedFile) : error
  }
  return parts
}

const protectedFile = 'It is protected with a password. Please save it without one.'
const damagedFile = 'The file is damaged. Please open it in your spreadsheet program and save it again.'
const tooLarge = () => new Unreadable('It holds far more than a list of members. Please copy the list into a new file.')

/** Limits for an unpacked XML file and for the shared texts. */
const mostBytes = 400 * 1024 * 1024
const mostCharacters = 60 * 1024 * 1024
/** A slice unpacks to 8 MB at most. */
const sliceBytes = 8 * 1024
const turnMs = 40

interface Handlers {
  open: (tag: string, attribute: (name: string) => string | undefined) => void
  /** Text, and the tag directly around it. */
  text: (tag: string, written: string) => void
  close: (tag: string) => void
}

async function readXml({ bytes, isPacked }: Part, handlers: Partial<Handlers>): Promise<void> {
  const decoder = new TextDecoder()
  const feed = tagReader(handlers)
  let size = 0
  const take = (chunk: Uint8Array) => {
    if ((size += chunk.length) > mostBytes) throw tooLarge()
    feed(decoder.decode(chunk, { stream: true }))
  }
  const inflate = new Inflate(take)
  let turn = performance.now()
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const slice = bytes.subarray(at, at + sliceBytes)
    try {
      if (isPacked) inflate.push(slice, at + sliceBytes >= bytes.length)
      else take(slice)
    } catch (error) {
      throw error instanceof Unreadable ? error : new Unreadable(damagedFile)
    }
    // Let the browser update the page.
    if (performance.now() - turn < turnMs) continue
    await new Promise((resolve) => setTimeout(resolve))
    turn = performance.now()
  }
}

/** The longest tag or text in a workbook. */
const longest = 256 * 1024

/** A streaming tag parser. It never scans the same text twice, whatever the input. */
function tagReader({ open, text, close }: Partial<Handlers>): (chunk: string) => void {
  let rest = ''
  let inside = ''
  /** The number of open tags with phonetic guides. */
  let spoken = 0
  return (chunk) => {
    const xml = rest + chunk
    let at = 0
    for (;;) {
      const begins = xml.indexOf('<', at)
      const ends = begins < 0 ? -1 : xml.indexOf('>', begins)
      if (ends < 0) break
      if (begins > at && inside !== '' && spoken === 0) text?.(inside, plainText(xml.slice(at, begins)))
      const tag = xml.slice(begins + 1, ends)
      at = ends + 1
      if (tag.startsWith('!') || tag.startsWith('?')) continue
      const isClosing = tag.startsWith('/')
      const [, name = ''] = /^\/?(?:[\w.-]{1,40}:)?([\w.-]{1,60})/.exec(tag) ?? []
      const isEmpty = tag.endsWith('/')
      inside = isClosing || isEmpty ? '' : name
      if (name === 'rPh' && !isEmpty) spoken += isClosing ? -1 : 1
      if (!isClosing) open?.(name, (wanted) => attributeOf(tag, wanted))
      if (isClosing || isEmpty) close?.(name)
    }
    rest = xml.slice(at)
    if (rest.length > longest) throw tooLarge()
  }
}

const attributes = new Map<string, RegExp>()

function attributeOf(tag: string, name: string): string | undefined {
  const written = attributes.get(name) ?? new RegExp(String.raw`[\s:]${name}\s*=\s*(["'])(.*?)\1`, 's')
  attributes.set(name, written)
  const [, , value] = written.exec(tag) ?? []
  return value === undefined ? undefined : plainText(value)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plainText = (xml: string): string =>
  xml.includes('&')
    ? xml.replaceAll(
        /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi,
        (whole, decimal?: string, hex?: string, name?: string) => {
          const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
          if (name) return entities[name] ?? whole
          return code > 0x10ffff ? '' : String.fromCodePoint(code)
        },
      )
    : xml
