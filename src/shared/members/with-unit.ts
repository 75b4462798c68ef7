import type { Measure } from './measures.ts'

/** What the form's fields say together: a bare number gets the chosen unit, and what was typed with one keeps it. */
export function withUnit(measure: Measure, typed: string, unit: string, inchesTyped = ''): string {
  const text = typed.trim()
  if (text === '' || !/^\d+([.,]\d+)?$/.test(text)) return text
  if (measure === 'weight') return `${text} ${unit || 'kg'}`
  if (unit !== 'ft') return `${text} cm`
  return inchesTyped.trim() === '' ? `${text} ft` : `${text} ft ${inchesTyped.trim()} in`
}
