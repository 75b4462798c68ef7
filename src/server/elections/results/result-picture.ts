import { createHash } from 'node:crypto'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import type { Deps } from '#server/deps.ts'
import { layOut } from '#server/members/card/draw-card.ts'
import { boxElement, colour, textThatFits, typeface, textElement, type Element } from '#server/members/card/elements.ts'
import { createPdfCache } from '#server/pdf-page.ts'
import { emblemDrawing } from '#server/storage/emblem.ts'
import { loadSharp } from '#server/storage/reencode.ts'
import type { Certificate } from '#shared/elections/closing/certificate.ts'
import { showShare } from '#shared/elections/results/results.ts'
import { mustExist } from '#shared/errors.ts'
import { showNumber } from '#shared/figures.ts'
import { services, type Service } from '#shared/members/enums.ts'
import { dayInManila, showInstant } from '#shared/time.ts'
import { findCertificate } from './queries.ts'

/** The size messengers and social pages show uncropped. */
const size = { width: 1200, height: 630 } as const
const margin = 56
const header = 158
const footer = 72
const inside = size.width - 2 * margin

const serviceColours: Record<Service, string> = { PA: '#2f6b3c', PN: '#12487f', PAF: '#2a6b92', TAS: '#7a4b12' }

const drawings = concurrencyLimit(1, 16)

type PictureDeps = Pick<Deps, 'db' | 'pool' | 'boardKey' | 'settings' | 'elections' | 'storage' | 'log'>

/**
 * The certified result as a picture to share: seats, names, votes and turnout, all of which are on the public certificate. Drawn
 * once for everybody; its certificate never changes.
 */
export function openResultPictures(deps: PictureDeps) {
  const drawn = createPdfCache()
  return async (electionId: string, turn: Turn): Promise<{ bytes: Buffer; etag: string; name: string }> => {
    const election = mustExist(await deps.elections.byId(electionId))
    const certificate = mustExist(await findCertificate(deps, electionId))
    const { shortName, logo } = await deps.settings()
    const draw = async () => drawResult(certificate, shortName, await emblemDrawing(deps, logo))
    const bytes = await drawn(election, `${shortName} ${logo}`, () => drawings(draw, turn))
    return {
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      name: `election-result-${dayInManila(certificate.votingOpens)}.png`,
    }
  }
}

async function drawResult(certificate: Certificate, shortName: string, mark: string): Promise<Buffer> {
  const [text = ''] = await layOut([resultText(certificate, shortName)], size)
  const { width, height } = size
  const emblem = `<svg x="${margin}" y="23" width="96" height="112" viewBox="0 0 96 112">${mark}</svg>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${colour.paper}"/>
    <rect width="${width}" height="${header}" fill="${colour.navy}"/>
    <rect y="${header}" width="${width}" height="6" fill="${colour.gold}"/>
    <rect y="${height - footer}" width="${width}" height="${footer}" fill="${colour.olive}"/>${emblem}${text}</svg>`
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 90 }).toBuffer()
}

function resultText(certificate: Certificate, shortName: string): Element {
  const top = (place: { top: number; height: number }, ...children: Element[]) =>
    boxElement({ position: 'absolute', left: margin, width: inside, alignItems: 'center', ...place }, ...children)
  return boxElement(
    { ...size, position: 'relative', fontFamily: typeface, color: colour.ink },
    top({ top: 0, height: header }, heading(certificate, shortName)),
    top({ top: header + 14, height: size.height - header - footer - 22 }, seatRows(certificate)),
    top({ top: size.height - footer, height: footer }, foot(certificate)),
  )
}

function heading({ title }: Certificate, shortName: string): Element {
  const width = inside - 96 - 28
  return boxElement(
    { flexDirection: 'column', marginLeft: 96 + 28 },
    textThatFits(`${shortName} · CERTIFIED RESULT`, width, [{ lines: 1, largest: 32, smallest: 20 }], {
      fontWeight: 700,
      letterSpacing: 2,
      color: colour.paleGold,
    }),
    textThatFits(
      title,
      width,
      [
        { lines: 1, largest: 58, smallest: 40 },
        { lines: 2, largest: 38, smallest: 22 },
      ],
      { fontWeight: 700, color: '#ffffff' },
    ),
  )
}

interface SeatRow {
  service: Service
  slot: string
  who: string
  votes: string
}

/** The seats of a service are filled in the order of votes, as on the certificate. */
function rowsOf({ seats, elected }: Certificate): SeatRow[] {
  return services.flatMap((service) => {
    const people = elected.filter((one) => one.ms === service)
    return seats
      .filter((seat) => seat.ms === service)
      .map(({ slot }, place) => {
        const person = people[place]
        return {
          service,
          slot,
          who: person ? `${person.rank} ${person.name}`.trim() : 'Vacant',
          votes: person ? `${showNumber(person.votes)} ${person.votes === 1 ? 'vote' : 'votes'}` : '',
        }
      })
  })
}

function seatRows(certificate: Certificate): Element {
  const rows = rowsOf(certificate)
  const columns = rows.length > 8 ? 2 : 1
  const each = Math.ceil(rows.length / columns)
  const gap = 36
  const width = (inside - gap * (columns - 1)) / columns
  const height = Math.min(56, Math.floor((size.height - header - footer - 22) / each))
  const column = (place: number) =>
    boxElement(
      { flexDirection: 'column', width, marginLeft: place === 0 ? 0 : gap },
      ...rows.slice(place * each, (place + 1) * each).map((row) => seatRow(row, width, height)),
    )
  return boxElement(
    { width: inside, height: '100%', alignItems: 'center' },
    ...Array.from({ length: columns }, (_, n) => column(n)),
  )
}

function seatRow({ service, slot, who, votes }: SeatRow, width: number, height: number): Element {
  const letters = Math.min(34, Math.floor(height * 0.6))
  const slotWidth = letters * 4
  const votesWidth = letters * 4.6
  const oneLine = (largest: number) => [{ lines: 1, largest, smallest: 12 }]
  return boxElement(
    { width, height, alignItems: 'center', borderBottom: `1px solid ${colour.line}` },
    boxElement(
      {
        width: slotWidth,
        height: height - 12,
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: 8,
        backgroundColor: serviceColours[service],
      },
      textThatFits(slot, slotWidth - 12, oneLine(Math.floor(letters * 0.85)), {
        fontWeight: 700,
        color: '#ffffff',
        textAlign: 'center',
      }),
    ),
    boxElement(
      { width: width - slotWidth - votesWidth, paddingLeft: 18 },
      textThatFits(
        who,
        width - slotWidth - votesWidth - 18,
        [
          { lines: 1, largest: letters, smallest: Math.ceil(letters * 0.6) },
          { lines: 2, largest: Math.floor(letters * 0.6), smallest: 8 },
        ],
        { fontWeight: 700, color: colour.navy },
      ),
    ),
    textElement(votes, {
      width: votesWidth,
      fontSize: Math.floor(letters * 0.85),
      fontWeight: 500,
      textAlign: 'right',
    }),
  )
}

function foot({ turnout, ballots, certifiedAt }: Certificate): Element {
  const eligible = turnout.reduce((all, one) => all + one.eligible, 0)
  const took = `${showNumber(ballots)} of ${showNumber(eligible)} members voted (${showShare(ballots, eligible)})`
  return boxElement(
    { width: inside, justifyContent: 'space-between', color: '#ffffff', fontSize: 27, fontWeight: 500 },
    textElement(took, { fontWeight: 700 }),
    textElement(`Certified ${showInstant(certifiedAt)}`, { color: colour.sky }),
  )
}
