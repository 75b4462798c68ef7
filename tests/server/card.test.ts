import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import qrcode from 'qrcode'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { auditLog, users } from '#server/db/schema.ts'
import { backText, qrPlace, signaturePlace } from '#server/members/card/back.ts'
import { frontText, photoPlace } from '#server/members/card/front.ts'
import { cardFacts } from '#server/members/card/open-card.ts'
import { findCard } from '#server/members/card/queries.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const change = (person: Someone, values: Partial<typeof users.$inferInsert>) =>
  site.update(users, { id: person.id }, values)

async function tokenOf({ id }: Someone): Promise<string> {
  const [row] = await site.db.select({ token: users.cardToken }).from(users).where(eq(users.id, id))
  return row!.token
}

const plain = (background: string, side = 400) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .jpeg()
    .toBuffer()

const signature = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#e9e5da"/><path d="M60 200 200 60 260 220 400 80 540 200" stroke="#223" stroke-width="14" fill="none"/></svg>',
    ),
  )
    .jpeg()
    .toBuffer()

const site = await testSite({ env: { PUBLIC_URL: 'https://reserve.example.ph' } })
const member = await site.aMember({
  firstName: 'MARIA CONSUELO',
  lastName: 'DE LA PEÑA-VILLANUEVA',
  suffix: 'III',
  rank: 'CDR',
  ms: 'PN',
  idNumber: 'ARRAPI-007-001',
  contactPersonFirstName: 'JOSE',
  contactPersonLastName: 'VILLANUEVA',
  contactPersonNumber: '09181234567',
  personnelAddress: '12 Mabini Street, Quezon City',
})
await site.aPictureOf(member, 'profilePicture', await plain('#c03020'))
await site.aPictureOf(member, 'signature', await signature())
// The site calls itself by its public name; requests from elsewhere are refused, so the visitors name it too.
const from = (person: Someone) => {
  const visitor = site.visitor({ origin: 'https://reserve.example.ph' })
  return visitor.logIn(person.serial || person.email, person.password).then(() => visitor)
}
const own = await from(member)
const administrator = await site.anAdmin()
const admin = await from(administrator)
// By https no administrator does anything without it.
await site.update(users, { id: administrator.id }, { twoFactorEnabled: true })
const viewer = await from(await site.aViewer())
afterAll(() => site.stop())

const address = ({ id }: Pick<Someone, 'id'>, file: string) => `/api/members/${id}/card/${file}`

async function picture(visitor: Visitor, person: Someone, file: string) {
  const response = await visitor.get(address(person, file))
  expect(response.status).toBe(200)
  const { data, info } = await sharp(response.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  /** How many pixels of a part are darker than paper. */
  function dark(left: number, top: number, width: number, height: number): number {
    let count = 0
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) if (Math.max(...at(x, y)) < 120) count++
    return count
  }
  return { response, info, at, dark }
}

describe('who may see a card', () => {
  // Shows card-04
  test('its owner, and those who may read any profile', async () => {
    for (const visitor of [own, admin, viewer])
      for (const file of ['front.png', 'back.png', 'front.webp'])
        expect((await visitor.get(address(member, file))).status).toBe(200)
  })

  // Shows card-04
  test('nobody else', async () => {
    const other = await site.aMember()
    for (const path of [
      address(other, 'front.png'),
      address(other, 'back.webp'),
      `/api/members/${other.id}/card.pdf`,
    ]) {
      expect(await own.get(path)).toMatchObject({ status: 403, code: 'not-allowed' })
      expect((await site.visitor().get(path)).status).toBe(401)
    }
    for (const visitor of [own, viewer]) expect((await visitor.get(`/api/cards.pdf?ids=${member.id}`)).status).toBe(403)
  })

  test('an applicant has none, and neither has somebody who was forgotten', async () => {
    const applicant = await site.anApplicant()
    const erased = await site.aMember({ withdrawnAt: Date.now(), erasedAt: Date.now() })
    for (const { id } of [applicant, erased, { id: randomUUID() }]) {
      expect(await admin.get(`/api/members/${id}/card/front.png`)).toMatchObject({ code: 'not-found' })
      expect((await admin.get(`/api/members/${id}/card.pdf`)).status).toBe(404)
      expect((await admin.get(`/api/cards.pdf?ids=${id}`)).status).toBe(404)
    }
    expect((await admin.get(address(member, 'side.png'))).status).toBe(400)
  })

  // Shows card-04, card-08
  test('the signature is for its owner and for administrators', async () => {
    const { x, y, width, height } = signaturePlace
    const inked = async (visitor: Visitor) => (await picture(visitor, member, 'back.png')).dark(x, y, width, height - 2)
    expect(await inked(own)).toBeGreaterThan(200)
    expect(await inked(admin)).toBeGreaterThan(200)
    expect(await inked(viewer)).toBe(0)
  })
})

describe('what is drawn', () => {
  // Shows card-07
  test('the front, with the photo, at 300 dots to the inch of a card', async () => {
    const { info, at, response } = await picture(own, member, 'front.png')
    expect([info.width, info.height]).toEqual([1011, 638])
    expect(response.headers.get('content-type')).toBe('image/png')
    const [red, green, blue] = at(photoPlace.x + 160, photoPlace.y + 160)
    expect(red).toBeGreaterThan(150)
    expect(Math.max(green!, blue!)).toBeLessThan(90)
  })

  // Shows card-07, card-08
  test('the words of both sides: who it is on the front, whom to call and where to find home on the back', async () => {
    const record = await findCard(site.db, null, member.id)
    const facts = cardFacts(record!, await site.settings(), { publicUrl: '', withSignature: true, now: Date.now() })
    const onFront = ['MARIA CONSUELO', 'DE LA PEÑA-VILLANUEVA III', 'CDR', member.serial, '(PN)', 'ARRAPI-007-001']
    const [front, back] = [JSON.stringify(frontText(facts)), JSON.stringify(backText(facts))]
    for (const text of onFront) expect(front).toContain(text)
    expect(JSON.stringify(frontText({ ...facts, rank: '' }))).not.toContain('RANK')
    for (const text of ['JOSE VILLANUEVA', '0918 123 4567', '12 Mabini Street, Quezon City'])
      expect(back).toContain(text)
  })

  // Shows card-08
  test('the QR code on the back leads to the page that checks the card', async () => {
    const { at } = await picture(own, member, 'back.png')
    const { modules } = qrcode.create(`https://reserve.example.ph/card/${await tokenOf(member)}`, {
      errorCorrectionLevel: 'M',
    })
    const square = Math.floor(qrPlace.size / (modules.size + 4))
    const margin = (qrPlace.size - square * modules.size) / 2
    const centre = (place: number) => Math.floor(margin + (place + 0.5) * square)
    const read = Array.from({ length: modules.size ** 2 }, (_, place) => {
      const [column, row] = [place % modules.size, Math.floor(place / modules.size)]
      return at(qrPlace.x + centre(column), qrPlace.y + centre(row))[0]! < 128 ? 1 : 0
    })
    expect(square).toBeGreaterThanOrEqual(6)
    expect(read).toEqual(Array.from(modules.data, Number))
  })

  // Shows card-16
  test('the blood type only with the member’s consent', async () => {
    const person = await site.aMember({ bloodType: 'AB-', memberSince: null })
    /** The last row of the left column; its only other fact, since when they are a member, is not there. */
    const drawn = async () => (await picture(admin, person, 'back.png')).dark(40, 470, 300, 100)
    expect(await drawn()).toBe(0)
    await change(person, { healthConsentAt: Date.now() })
    expect(await drawn()).toBeGreaterThan(200)
    await change(person, { healthConsentAt: null })
    expect(await drawn()).toBe(0)
  })

  test('a withdrawn member’s card is marked on both sides', async () => {
    const person = await site.aMember()
    const centre = async (file: string) => (await picture(admin, person, file)).at(12, 500)
    for (const file of ['front.png', 'back.png']) {
      await change(person, { withdrawnAt: null })
      const [before] = [await centre(file)]
      await change(person, { withdrawnAt: Date.now() })
      const [red, green] = await centre(file)
      expect(red! - green!).toBeGreaterThan(90)
      expect(before![0]! - before![1]!).toBeLessThan(20)
    }
  })

  // Shows card-07
  test('whatever is in the record', async () => {
    const strange = await site.aMember({
      firstName: '😀 مرحبا <b>&amp;</b>',
      middleName: 'W'.repeat(100),
      lastName: '中文 \u202eRTL'.repeat(10),
      rank: '"'.repeat(40),
      militarySerial: 'Ñ'.repeat(60),
      personnelAddress: `</svg><script>${'x'.repeat(280)}`,
      contactPersonFirstName: '\\u0000',
    })
    const empty = await site.aMember({ rank: null, ms: null, memberSince: null })
    for (const person of [strange, empty])
      for (const file of ['front.png', 'back.png'])
        expect((await picture(admin, person, file)).info).toMatchObject({ width: 1011, height: 638 })
  })

  test('without a picture that is damaged or gone, until it is there again', async () => {
    const person = await site.aMember()
    await site.aPictureOf(person, 'profilePicture', (await plain('#c03020')).subarray(0, 300))
    const path = await site.aPictureOf(person, 'signature', await signature())
    await rm(join(site.dataDir, 'files', path)).catch(() => site.storage.remove(path))
    const front = await picture(admin, person, 'front.png')
    expect(front.at(photoPlace.x + 10, photoPlace.y + 10)).toEqual([233, 238, 246])
    const back = await picture(admin, person, 'back.png')
    for (const { response } of [front, back]) {
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.has('etag')).toBe(false)
    }
    expect(site.logged.join('')).toContain('a stored picture is missing or damaged')
  })
})

test('a card that has not changed is not sent again; one that has, is', async () => {
  const person = await site.aMember()
  const path = address(person, 'front.webp')
  const first = await admin.get(path)
  const etag = first.headers.get('etag')!
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await admin.get(path, { 'if-none-match': etag })
  expect([again.status, again.bytes.byteLength]).toEqual([304, 0])
  await change(person, { rank: 'MAJ' })
  expect((await admin.get(path, { 'if-none-match': etag })).status).toBe(200)
})

/** The pages of a PDF as they were made: their size, and where each picture stands. */
function pagesOf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [Number(w), Number(h)])
  const pictures: [number, number][][] = []
  for (const { 0: head, index } of text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)) {
    const start = index + head.length
    const content = inflateSync(pdf.subarray(start, text.indexOf('\nendstream', start))).toString('latin1')
    const placed = [...content.matchAll(/([\d.]+) 0 0 -[\d.]+ ([\d.]+) ([\d.]+) cm\n\/I\d+ Do/g)]
    if (placed.length > 0) pictures.push(placed.map(([, , x, y]) => [Number(x), Number(y)]))
  }
  return { sizes, pictures }
}

describe('for the printer', () => {
  const print = async (query: string) => {
    const response = await admin.get(`/api/cards.pdf?${query}`)
    return { response, pdf: response.bytes }
  }
  const printings = async () => {
    const rows = await site.db
      .select({ detail: sql<{ count: number }>`(${auditLog.entry}::json)->'detail'` })
      .from(auditLog)
      .where(sql`(${auditLog.entry}::json)->>'action' = 'cards printed'`)
      .orderBy(auditLog.seq)
    return rows.map(({ detail }) => detail.count)
  }
  const numbered = (n: number, values = {}) =>
    site.aMember({ idNumber: `PRINT-000-${String(n).padStart(3, '0')}`, ...values })

  // Shows card-09
  test('one card: two pages of exactly its size', async () => {
    const response = await own.get(`/api/members/${member.id}/card.pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const { sizes } = pagesOf(response.bytes)
    const millimetres = sizes.map((size) => size.map((points) => Math.round((points! / 72) * 25.4 * 100) / 100))
    expect(millimetres).toEqual([
      [85.6, 53.98],
      [85.6, 53.98],
    ])
  })

  test('one card for one’s own printer: a sheet of A4 with both sides, for its owner and those who read profiles', async () => {
    const path = `/api/members/${member.id}/card-sheet.pdf`
    const response = await own.get(path)
    expect(response.headers.get('content-disposition')).toContain('ARRAPI-007-001-sheet.pdf')
    const { sizes } = pagesOf(response.bytes)
    expect(sizes.map((size) => size.map((points) => Math.round((points! / 72) * 25.4)))).toEqual([[210, 297]])
    expect(response.bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length).toBeGreaterThanOrEqual(2)
    expect((await site.visitor().get(path)).status).toBe(401)
    expect((await own.get(`/api/members/${administrator.id}/card-sheet.pdf`)).status).toBe(403)
  })

  // Shows audit-10
  test('twelve cards by their numbers: ten on the first sheet, backs mirrored, those who left are left out', async () => {
    for (let n = 1; n <= 13; n++) await numbered(n, n === 5 ? { withdrawnAt: Date.now() } : {})
    await site.aMember({ idNumber: 'PRINT2-000-003' })
    const { response, pdf } = await print('from=print-000-001&to=PRINT-000-013')
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const { sizes, pictures } = pagesOf(pdf)
    expect(sizes).toHaveLength(4)
    for (const [width, height] of sizes) {
      expect(width).toBeCloseTo(595.28, 1)
      expect(height).toBeCloseTo(841.89, 1)
    }
    expect(pictures.map((page) => page.length)).toEqual([10, 10, 2, 2])
    for (const [fronts, backs] of [
      [pictures[0]!, pictures[1]!],
      [pictures[2]!, pictures[3]!],
    ] as const)
      for (const [place, [x, y]] of fronts.entries()) {
        const [mirrored, level] = backs[place]!
        expect(level).toBeCloseTo(y, 3)
        // Turned over the long edge, the back of a card lies behind its front.
        expect(mirrored).toBeCloseTo(595.28 - x - (85.6 / 25.4) * 72, 1)
      }
    expect((await printings()).at(-1)).toBe(12)
  })

  test('before they are printed: which have no photo, and nothing in the log', async () => {
    const faceless = await site.aMember({ idNumber: 'ARRAPI-999-001', lastName: 'FACELESS' })
    const before = (await printings()).length
    const { text } = await admin.get(`/api/cards?ids=${member.id},${faceless.id}`)
    expect(JSON.parse(text)).toEqual([
      { id: member.id, name: 'MARIA CONSUELO DE LA PEÑA-VILLANUEVA III', valid: true, hasPhoto: true },
      { id: faceless.id, name: 'JUAN FACELESS', valid: true, hasPhoto: false },
    ])
    expect(await printings()).toHaveLength(before)
  })

  test('the ticked ones', async () => {
    const { pdf } = await print(`ids=${member.id},${member.id},${(await site.aMember()).id}`)
    expect(pagesOf(pdf).pictures.map((page) => page.length)).toEqual([2, 2])
  })

  test('at most a hundred at a time', async () => {
    const before = (await printings()).length
    const ids = Array.from({ length: 101 }, () => randomUUID()).join(',')
    expect(await admin.get(`/api/cards.pdf?ids=${ids}`)).toMatchObject({
      status: 400,
      message: 'Please choose at most 100 cards at a time.',
    })
    await site.db.execute(sql`
      insert into users (id_number, first_name, last_name, email, military_serial, birthday, approved)
      select 'MANY-000-' || lpad(n::text, 3, '0'), 'JUAN', 'CRUZ', 'many' || n || '@example.org', 'MANY' || n, '1970-01-01', true
      from generate_series(1, 101) n`)
    const range = (to: string) => admin.get(`/api/cards.pdf?from=MANY-000-001&to=${to}`)
    expect(await range('MANY-000-101')).toMatchObject({ code: 'too-many-cards' })
    expect(await range('MANY-0')).toMatchObject({
      status: 400,
      fields: { to: 'Please enter the whole ID number, with its letters and hyphens' },
    })
    expect(await admin.get('/api/cards.pdf')).toMatchObject({ status: 400 })
    expect(await admin.get('/api/cards.pdf?from=NONE-000-001&to=NONE-000-009')).toMatchObject({ status: 404 })
    expect(await printings()).toHaveLength(before)
  })

  test('whoever hangs up is not drawn for any longer', async () => {
    const stop = new AbortController()
    const response = await fetch(`${site.url}/api/cards.pdf?from=MANY-000-001&to=MANY-000-100`, {
      headers: { cookie: admin.cookie },
      signal: stop.signal,
    })
    await response.body!.getReader().read()
    stop.abort()
    expect((await own.get(address(member, 'front.webp'))).status).toBe(200)
    expect(site.logged.join('')).not.toContain('sheets of cards were left unfinished')
  })
})

test('what a phone may keep is asked for by whoever is signed in, and is about them alone', async () => {
  const visitor = site.visitor()
  expect((await visitor.get('/api/card')).status).toBe(401)
  expect((await admin.get('/api/card')).status).toBe(404)
  const kept = await own.get<Record<string, unknown>>('/api/card')
  expect(Object.keys(kept).toSorted()).toEqual(
    ['association', 'checked', 'idNumber', 'memberId', 'name', 'standing', 'status', 'version'].toSorted(),
  )
  expect(kept).toMatchObject({ memberId: member.id, standing: 'member', status: 200 })
  await change(member, { rank: 'BGEN' })
  expect((await own.get<Record<string, unknown>>('/api/card')).version).not.toBe(kept.version)
})
