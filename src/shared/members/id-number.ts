import { AppError } from '#shared/errors.ts'

/** `ARRAPI-000-001`: prefix, then two blocks of three figures. The second block runs from 001 to 999. */
const shape = /^([A-Z0-9]{1,12})-(\d{3})-(\d{3})$/

export const isIdNumber = (value: string): boolean => shape.test(value) && !value.endsWith('-000')

/** The number after `last`; the first one when there is none. */
export function nextIdNumber(prefix: string, last: string | null): string {
  if (last === null) return `${prefix}-000-001`
  const [, , first, second] = shape.exec(last) ?? []
  if (first === undefined || second === undefined) throw new AppError('id-number-invalid')
  if (second !== '999') return `${prefix}-${first}-${pad(Number(second) + 1)}`
  if (first === '999') throw new AppError('id-numbers-exhausted')
  return `${prefix}-${pad(Number(first) + 1)}-001`
}

const pad = (block: number) => String(block).padStart(3, '0')
