import { createHash } from 'node:crypto'
import type { CardSide } from '#shared/members/card/card.ts'
import { serviceWithLetters } from '#shared/members/enums.ts'
import type { Settings } from '#shared/settings.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import type { CardRecord, StoredPicture } from './queries.ts'
import { showPhone } from '#shared/members/numbers.ts'

/** Raised when the drawing changes, so that browsers fetch cards anew. */
const design = 1

/** Everything that is drawn on a card, and nothing else. */
export interface CardFacts {
  association: Pick<Settings, 'name' | 'shortName' | 'contactPhone' | 'contactEmail'>
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
  /** Where the QR code leads. */
  checkedAt: string
  photo: StoredPicture | null
  signature: StoredPicture | null
}

interface Seen {
  publicUrl: string
  /** Signatures are for their owner and for administrators. */
  withSignature: boolean
}

export function cardFacts(record: CardRecord, settings: Settings, { publicUrl, withSignature }: Seen): CardFacts {
  const { name, shortName, contactPhone, contactEmail } = settings
  return {
    association: { name, shortName, contactPhone, contactEmail },
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
    memberSince: record.approvedAt ? dayOf(record.approvedAt) : '',
    withdrawn: record.withdrawnAt !== null,
    checkedAt: `${publicUrl}/card/${record.cardToken}`,
    photo: record.photo,
    signature: withSignature ? record.signature : null,
  }
}

/** The same for the same drawing: a browser that has it is told so without drawing it again. */
export function etagOf(facts: CardFacts, what: CardSide | 'pdf', format: string): string {
  const drawn = JSON.stringify([design, what, format, facts])
  return `"${createHash('sha256').update(drawn).digest('base64url').slice(0, 22)}"`
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')

/** `29 March 2025`, by Manila's calendar. */
const dayOf = (at: Instant) => showInstant(at).split(',')[0] ?? ''
