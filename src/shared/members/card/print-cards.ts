import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { isIdNumber } from '#shared/members/id-number.ts'
import { memberFilterShape } from '#shared/members/listing/listing-query.ts'
import { isFiltered, type MemberFilter } from '#shared/members/listing/member-filter.ts'

/** The maximum for one file. */
export const maxCardsPrinted = 100

const idNumber = z.string().trim().toUpperCase()

/** Which cards to print: members of a filter, or a range of numbers. */
export const printCardsSchema = z.object({
  ...memberFilterShape,
  from: idNumber.optional(),
  to: idNumber.optional(),
})

export type RequestedCards = { filter: MemberFilter } | { from: string; to: string }

/** The request, or a refusal that names the field. */
export function requestedCards({ from = '', to = '', ...filter }: z.output<typeof printCardsSchema>): RequestedCards {
  if (isFiltered(filter)) {
    if (filter.ids && filter.ids.length > maxCardsPrinted) throw new AppError('too-many-cards')
    return { filter }
  }
  const fields = rangeFaults(from, to)
  if (fields) throw new AppError('invalid-input', { fields })
  return { from, to }
}

/** What is wrong with a range of ID numbers, by field; null if it is valid. */
export function rangeFaults(from: string, to: string): { from?: string; to?: string } | null {
  const unlike = 'Please enter the whole ID number, with its letters and hyphens'
  const fields = { ...(!isIdNumber(from) && { from: unlike }), ...(!isIdNumber(to) && { to: unlike }) }
  if (fields.from || fields.to) return fields
  if (prefixOf(from) !== prefixOf(to)) return { to: 'Both numbers must begin with the same letters' }
  return from > to ? { to: 'The last number must not be before the first' } : null
}

/** `ARRAPI-` */
export const prefixOf = (number: string): string => number.slice(0, -'000-000'.length)
