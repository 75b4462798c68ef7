import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import { appendAudit } from '#server/audit/audit.ts'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import type { Deps } from '#server/deps.ts'
import { refuseUnlessMay } from '#server/http/guards.ts'
import type { Person } from '#server/http/session.ts'
import { standingFrom } from '#server/members/dues/standing.ts'
import { memberConditions } from '#server/members/listing/member-conditions.ts'
import { beginsLikeAPicture, loadSharp } from '#server/storage/reencode.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import {
  validityOf,
  validityText,
  type CardSide,
  type CardValidity,
  type CheckedCard,
  type OwnCard,
} from '#shared/members/card/card.ts'
import { requestedCards, maxCardsPrinted, type printCardsSchema } from '#shared/members/card/print-cards.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { serviceWithLetters } from '#shared/members/enums.ts'
import { showPhone } from '#shared/members/phone.ts'
import { may } from '#shared/permissions.ts'
import type { Settings } from '#shared/settings.ts'
import { dayInManila, showInstant, showPlainDate, type Instant } from '#shared/time.ts'
import { colour } from './elements.ts'
import {
  findCard,
  findCardsToPrint,
  numberedBetween,
  findCardByToken,
  type CardRecord,
  type StoredPicture,
} from './queries.ts'

type OpenDeps = Pick<Deps, 'db' | 'settings' | 'config' | 'clock'>

/** What is on a member's card, for the member and for those who may read any profile. */
export async function openCard(deps: OpenDeps, person: Person, memberId: string): Promise<CardFacts> {
  const own = memberId === person.id
  if (!own) refuseUnlessMay(person, 'read any profile')
  const settings = await deps.settings()
  const record = mustExist(await findCard(deps.db, settings.dues, memberId))
  const withSignature = own || may(person, 'edit any profile')
  return cardFacts(record, settings, { publicUrl: deps.config.publicUrl, withSignature, now: deps.clock.now() })
}

type CardsQuery = z.output<typeof printCardsSchema>

/** The cards that an administrator prints, ordered by ID number. The audit log records how many. */
export async function openCardsToPrint(deps: OpenDeps, person: Person, query: CardsQuery): Promise<CardFacts[]> {
  const cards = await readCardsToPrint(deps, person, query)
  await appendAudit(deps.db, deps.clock, {
    actor: person.id,
    action: 'cards printed',
    detail: { count: cards.length },
  })
  return cards.map(({ facts }) => facts)
}

/** Whose cards these would be, and what will be wrong with them on paper. */
export async function previewCards(deps: OpenDeps, person: Person, query: CardsQuery) {
  const cards = await readCardsToPrint(deps, person, query)
  return cards.map(({ id, facts }) => ({
    id,
    name: `${facts.givenNames} ${facts.surname}`,
    valid: isValid(facts),
    hasPhoto: facts.photo !== null,
  }))
}

async function readCardsToPrint(deps: OpenDeps, person: Person, query: CardsQuery) {
  const settings = await deps.settings()
  const wanted = requestedCards(query)
  const which =
    'filter' in wanted
      ? await memberConditions(deps.db, wanted.filter, { reader: person, settings, now: deps.clock.now() })
      : numberedBetween(wanted.from, wanted.to)
  const records = await findCardsToPrint(deps.db, settings.dues, which)
  if (records.length > maxCardsPrinted) throw new AppError('too-many-cards')
  if (records.length === 0) throw new AppError('not-found')
  const view = { publicUrl: deps.config.publicUrl, withSignature: true, now: deps.clock.now() }
  return records.map((record) => ({ id: record.id, facts: cardFacts(record, settings, view) }))
}

/** Tells a phone whose card it may keep, and everything that it keeps besides the two pictures. */
export async function ownCard(
  deps: Pick<Deps, 'db' | 'settings' | 'config' | 'clock'>,
  person: Person,
): Promise<OwnCard> {
  const facts = await openCard(deps, person, person.id)
  return {
    memberId: person.id,
    version: etagOf(facts, 'front', 'webp').replaceAll('"', ''),
    association: facts.association.shortName,
    name: `${facts.givenNames} ${facts.surname}`,
    idNumber: facts.idNumber,
    standing: facts.withdrawn ? 'withdrawn' : 'member',
    ...(facts.validity && { validity: validityText(facts.validity) }),
    checked: showInstant(deps.clock.now()),
  }
}

type CheckDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** Visitors' pictures queue separately from members' cards. */
const photos = concurrencyLimit(1, 30)
const photoSide = 240

/** What anybody holding a card may know: that it is valid, and whose it is. */
export async function checkCard(deps: CheckDeps, token: string): Promise<CheckedCard> {
  const { withdrawnAt, photo, idNumber, validity, ...names } = await knownCard(deps, token)
  return {
    name: [names.firstName, names.middleName, names.lastName, names.suffix].filter(Boolean).join(' '),
    idNumber,
    standing: withdrawnAt ? 'withdrawn' : 'member',
    ...(validity && { validity }),
    photo: photo !== null,
    checkedAt: deps.clock.now(),
  }
}

export async function checkedPhoto(
  deps: CheckDeps & Pick<Deps, 'storage' | 'log'>,
  token: string,
  turn: Turn,
): Promise<Buffer> {
  const { photo } = await knownCard(deps, token)
  if (!photo) throw new AppError('not-found')
  return photos(
    () =>
      photoOf(deps, photo, photoSide).catch((err: unknown) => {
        deps.log.error({ err, path: photo.path }, 'a stored picture is missing or damaged')
        throw new AppError('not-found')
      }),
    turn,
  )
}

/** An invalid code is treated as an unknown card, like a card that was replaced. */
async function knownCard({ db, settings, clock }: CheckDeps, token: string) {
  const plan = (await settings()).dues
  const card = mustExist(z.uuid().safeParse(token).success ? await findCardByToken(db, plan, token) : null)
  return { ...card, validity: validityOn(card, plan, clock.now()) }
}

const validityOn = (
  { dues, withdrawnAt }: Pick<CardRecord, 'dues' | 'withdrawnAt'>,
  plan: DuesPlan | null,
  now: Instant,
) => (withdrawnAt === null ? validityOf(standingFrom(plan, dues, dayInManila(now))) : null)

/** Increase it when the drawing changes, so that browsers fetch cards again. */
const design = 2

/** Everything drawn on a card, and nothing else. */
export interface CardFacts {
  association: Pick<Settings, 'name' | 'shortName' | 'logo' | 'contactPhone' | 'contactEmail'>
  givenNames: string
  surname: string
  rank: string
  serial: string
  service: string
  idNumber: string
  contact: { name: string; relationship: string; number: string }
  home: string
  /** Empty without the member's consent. */
  bloodType: string
  memberSince: string
  withdrawn: boolean
  /** Null without dues. */
  validity: CardValidity | null
  /** Where the QR code leads. */
  checkedAt: string
  photo: StoredPicture | null
  signature: StoredPicture | null
}

export const isValid = ({ withdrawn, validity }: CardFacts): boolean =>
  !withdrawn && !(validity && 'lapsedSince' in validity)

interface View {
  publicUrl: string
  /** Only the owner and administrators may see signatures. */
  withSignature: boolean
  now: Instant
}

export function cardFacts(record: CardRecord, settings: Settings, { publicUrl, withSignature, now }: View): CardFacts {
  const { name, shortName, logo, contactPhone, contactEmail } = settings
  return {
    association: { name, shortName, logo, contactPhone, contactEmail },
    givenNames: joined(record.firstName, record.middleName),
    surname: joined(record.lastName, record.suffix),
    rank: record.rank ?? '',
    serial: record.militarySerial ?? '',
    service: record.ms ? serviceWithLetters(record.ms) : '',
    idNumber: record.idNumber ?? '',
    contact: {
      name: joined(record.contactPersonFirstName, record.contactPersonMiddleName, record.contactPersonLastName),
      relationship: record.contactPersonRelationship ?? '',
      number: showPhone(record.contactPersonNumber ?? ''),
    },
    home: record.personnelAddress ?? '',
    bloodType: record.healthConsentAt ? (record.bloodType ?? '') : '',
    memberSince: record.memberSince ? showPlainDate(record.memberSince) : '',
    withdrawn: record.withdrawnAt !== null,
    validity: validityOn(record, settings.dues, now),
    checkedAt: `${publicUrl}/card/${record.cardToken}`,
    photo: record.photo,
    signature: withSignature ? record.signature : null,
  }
}

/** Equal for equal drawings, so that a browser that has the drawing gets a 304 and nothing is drawn. */
export function etagOf(facts: CardFacts, what: CardSide | 'pdf' | 'sheet', format: string): string {
  const drawn = JSON.stringify([design, what, format, facts])
  return `"${createHash('sha256').update(drawn).digest('base64url').slice(0, 22)}"`
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')

/** Stored pictures were checked on arrival; a damaged one is refused rather than drawn in part. */
const decodeOptions = { limitInputPixels: 50_000_000, failOn: 'error' } as const

async function readPicture(deps: Pick<Deps, 'storage'>, { path }: StoredPicture): Promise<Buffer> {
  const file = await deps.storage.open(path)
  if (!file) throw new Error('a stored file is missing')
  const bytes = await buffer(file.stream)
  // Checked first, because the decoder would also render documents and vector drawings, however long that takes.
  if (!beginsLikeAPicture(bytes)) throw new Error('a stored file is no picture')
  return bytes
}

/** A member's picture as a square with this many pixels per side, to be encoded as needed. */
export async function squareOf(deps: Pick<Deps, 'storage'>, picture: StoredPicture, size: number): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(await readPicture(deps, picture), decodeOptions)
    .timeout({ seconds: 20 })
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize(size, size, { fit: 'cover', position: 'top' })
    .toColourspace('srgb')
}

export async function photoOf(deps: Pick<Deps, 'storage'>, picture: StoredPicture, size: number): Promise<Buffer> {
  const square = await squareOf(deps, picture, size)
  return square.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** The signature as ink without paper: dark pixels are opaque, and the empty margin is cut off. */
export async function inkOf(deps: Pick<Deps, 'storage'>, picture: StoredPicture): Promise<Buffer> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(await readPicture(deps, picture), decodeOptions)
    .timeout({ seconds: 20 })
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ width: 576, height: 576, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .normalise()
    .negate()
    // Paper is never quite white in a photograph: the lightest fifth counts as paper.
    .linear(1.7, -85)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const ink = await sharp({ create: { width, height, channels: 3, background: colour.ink } })
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .raw()
    .toBuffer()
  return sharp(ink, { raw: { width, height, channels: 4 } })
    .trim({ threshold: 30 })
    .png({ compressionLevel: 3 })
    .toBuffer()
}

/** A QR code in a white square of `size` pixels. Scanners need a quiet zone: the light card around it is half of it. */
export async function qrDrawing(text: string, { x, y, size }: { x: number; y: number; size: number }): Promise<string> {
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  // Whole pixels, so that every module is equally sharp.
  const moduleSize = Math.floor(size / (modules.size + 4))
  const margin = (size - moduleSize * modules.size) / 2
  const dark = Array.from(modules.data.keys()).filter((place) => modules.data[place])
  const path = dark.map((place) => `M${place % modules.size} ${Math.floor(place / modules.size)}h1v1h-1z`).join('')
  return `<path transform="translate(${x + margin} ${y + margin}) scale(${moduleSize})" fill="#000" shape-rendering="crispEdges" d="${path}"/>`
}
