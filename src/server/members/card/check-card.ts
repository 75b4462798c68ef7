import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { CheckedCard } from '#shared/members/card/card.ts'
import type { Deps } from '#server/deps.ts'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import { photoOf } from './pictures.ts'
import { findCardByToken } from './queries.ts'

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
