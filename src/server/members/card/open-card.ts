import { AppError } from '#shared/errors.ts'
import { requestedCards, maxCardsPrinted, type printCardsSchema } from '#shared/members/card/print-cards.ts'
import { may } from '#shared/permissions.ts'
import { z } from 'zod'
import { refuseUnlessMay } from '#server/http/guards.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Deps } from '#server/deps.ts'
import { cardFacts, type CardFacts, etagOf, photoOf } from './card-facts.ts'
import { memberConditions } from '#server/members/listing/member-conditions.ts'
import { findCard, findCardsToPrint, numberedBetween, findCardByToken } from './queries.ts'
import type { OwnCard, CheckedCard } from '#shared/members/card/card.ts'
import { showInstant } from '#shared/time.ts'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'

type OpenDeps = Pick<Deps, 'db' | 'settings' | 'config' | 'clock'>

/** What is on a member's card, for the member and for those who may read any profile. */
export async function openCard(deps: OpenDeps, person: Person, memberId: string): Promise<CardFacts> {
  const own = memberId === person.id
  if (!own) refuseUnlessMay(person, 'read any profile')
  const record = await findCard(deps.db, memberId)
  if (!record) throw new AppError('not-found')
  const withSignature = own || may(person, 'edit any profile')
  return cardFacts(record, await deps.settings(), { publicUrl: deps.config.publicUrl, withSignature })
}

/** What is on the cards that an administrator prints, in the order of their numbers; the log says how many. */
export async function openCardsToPrint(
  deps: OpenDeps,
  person: Person,
  cards: z.output<typeof printCardsSchema>,
): Promise<CardFacts[]> {
  const settings = await deps.settings()
  const wanted = requestedCards(cards)
  const which =
    'filter' in wanted
      ? await memberConditions(deps.db, wanted.filter, { reader: person, idPrefix: settings.idPrefix })
      : numberedBetween(wanted.from, wanted.to)
  const records = await findCardsToPrint(deps.db, which)
  if (records.length > maxCardsPrinted) throw new AppError('too-many-cards')
  if (records.length === 0) throw new AppError('not-found')
  await appendAudit(deps.db, deps.clock, {
    actor: person.id,
    action: 'cards printed',
    detail: { count: records.length },
  })
  const { publicUrl } = deps.config
  return records.map((record) => cardFacts(record, settings, { publicUrl, withSignature: true }))
}

/** Whose card a phone may keep, and all that is kept of it beside its two pictures. */
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
    checked: showInstant(deps.clock.now()),
  }
}

/** Visitors' pictures wait for one another, not for members' cards. */
const photos = concurrencyLimit(1, 30)
const photoSide = 240

/** What anybody who holds a card may know: that it is good, and whose it is. */
export async function checkCard(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<CheckedCard> {
  const { withdrawnAt, photo, idNumber, ...names } = await knownCard(deps, token)
  return {
    name: [names.firstName, names.middleName, names.lastName, names.suffix].filter(Boolean).join(' '),
    idNumber,
    standing: withdrawnAt ? 'withdrawn' : 'member',
    photo: photo !== null,
    checkedAt: deps.clock.now(),
  }
}

export async function checkedPhoto(
  deps: Pick<Deps, 'db' | 'storage' | 'log'>,
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

/** A code that is no code is a card nobody knows, like one that was replaced. */
async function knownCard(deps: Pick<Deps, 'db'>, token: string) {
  const card = z.uuid().safeParse(token).success ? await findCardByToken(deps.db, token) : null
  if (!card) throw new AppError('not-found')
  return card
}
