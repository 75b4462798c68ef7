import type { Measure } from './measures.ts'

/** What the form's fields say together: a bare number gets the chosen unit, and what was typed with one keeps it. */
export function withUnit(measure: Measure, typed: string, unit: string, inchesTyped = ''): string {
  const text = typed.trim()
  if (text === '' || !/^\d+([.,]\d+)?$/.test(text)) return text
  if (measure === 'weight') return `${text} ${unit || 'kg'}`
  if (unit !== 'ft') return `${text} cm`
  return inchesTyped.trim() === '' ? `${text} ft` : `${text} ft ${inchesTyped.trim()} in`
}

const inFeet = /^(\d) ?(?:['’′`]|ft\.?|feet|foot) ?(?:(\d{1,2}(?:[.,]\d{1,2})?) ?(?:["”″]|''|in\.?|inch(?:es)?)?)?$/i
const inOneUnit = /^(\d+(?:[.,]\d+)?) ?(cm|kg|lb)s?\.?$/i
const unitsOf: Record<Measure, Record<string, string>> = { height: { cm: '' }, weight: { kg: '', lb: 'lb' } }

/** What was typed with its unit, as the form's fields say it; null of a bare number, and of what they cannot say. */
export function splitUnit(measure: Measure, typed: string): { value: string; unit: string; inches: string } | null {
  const [, feet, inches = ''] = (measure === 'height' && inFeet.exec(typed.trim())) || []
  if (feet !== undefined) return { value: feet, unit: 'ft', inches }
  const [, value, named = ''] = inOneUnit.exec(typed.trim()) ?? []
  const unit = unitsOf[measure][named.toLowerCase()]
  return value === undefined || unit === undefined ? null : { value, unit, inches: '' }
}
