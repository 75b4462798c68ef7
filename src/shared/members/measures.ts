/**
 * Height and weight are stored in one form: `170 cm`, `68 kg`. They may be typed in feet and inches or in pounds, which most
 * members know by heart.
 */
export type Measure = 'height' | 'weight'

/** Everybody who serves is within these; typing errors are not. */
const limits = { height: { min: 100, max: 250 }, weight: { min: 25, max: 300 } } as const
const inch = 2.54
const pound = 0.453_592_37

export const measureText = {
  height: 'Please enter your height in centimetres, or in feet and inches. For example, 170 cm or 5 ft 7 in',
  weight: 'Please enter your weight in kilograms or pounds. For example, 68 kg or 150 lb',
} as const satisfies Record<Measure, string>

/** `170 cm` from `170`, `1.70 m`, `5 ft 7 in` or `5'7"`; `68 kg` from `68` or `150 lbs`; otherwise null. */
export function readMeasure(measure: Measure, typed: string): string | null {
  const value = metricOf(measure, typed)
  const { min, max } = limits[measure]
  if (value === null || value < min || value > max) return null
  return measure === 'height' ? `${value} cm` : `${value} kg`
}

/** What to say of one that cannot be read, or that nobody has. */
export function whyNotMeasure(measure: Measure, typed: string): string {
  const value = metricOf(measure, typed)
  if (value === null) return measureText[measure]
  return `${typed.trim()} is too ${value < limits[measure].min ? 'small' : 'large'}. ${measureText[measure]}`
}

/** In whole centimetres or kilograms. */
function metricOf(measure: Measure, typed: string): number | null {
  if (typed.length > 40) return null
  const value = measure === 'height' ? centimetres(tidied(typed)) : kilograms(tidied(typed))
  return value === null ? null : Math.round(value)
}

const tidied = (typed: string) =>
  typed
    .toLowerCase()
    .replaceAll(/[’′`]/g, "'")
    .replaceAll(/[”″]|''/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()

const decimal = String.raw`(\d{1,3}(?:[.,]\d{1,2})?)`
const metric = new RegExp(`^${decimal} ?(?:cms?\\.?|centimet(?:er|re)s?)?$`)
const metres = new RegExp(`^${decimal} ?(?:m\\.?|met(?:er|re)s?)$`)
const feet = new RegExp(`^(\\d) ?(?:'|ft\\.?|feet|foot) ?(?:${decimal} ?(?:"|in\\.?|inch(?:es)?)?)?$`)
const inches = new RegExp(`^${decimal} ?(?:"|in\\.?|inch(?:es)?)$`)
const kilos = new RegExp(`^${decimal} ?(?:kgs?\\.?|kilos?|kilograms?)?$`)
const pounds = new RegExp(`^${decimal} ?(?:lbs?\\.?|pounds?)$`)

function centimetres(text: string): number | null {
  const inFeet = feet.exec(text)
  if (inFeet) {
    const rest = number(inFeet[2] ?? '0')
    return rest < 12 ? (number(inFeet[1]) * 12 + rest) * inch : null
  }
  return first(text, [
    [metric, 1],
    [metres, 100],
    [inches, inch],
  ])
}

const kilograms = (text: string) =>
  first(text, [
    [kilos, 1],
    [pounds, pound],
  ])

function first(text: string, readings: readonly [RegExp, number][]): number | null {
  for (const [pattern, times] of readings) {
    const found = pattern.exec(text)
    if (found) return number(found[1]) * times
  }
  return null
}

const number = (text = '') => Number(text.replace(',', '.'))

/** The form's fields combined: a bare number gets the chosen unit, and one typed with a unit keeps it. */
export function withUnit(measure: Measure, typed: string, unit: string, inchesTyped = ''): string {
  const text = typed.trim()
  if (text === '' || !/^\d+([.,]\d+)?$/.test(text)) return text
  if (measure === 'weight') return `${text} ${unit || 'kg'}`
  if (unit !== 'ft') return `${text} cm`
  return inchesTyped.trim() === '' ? `${text} ft` : `${text} ft ${inchesTyped.trim()} in`
}

/** A value typed with its unit, split into the form's fields; null for a bare number, or if they cannot express it. */
export function splitUnit(measure: Measure, typed: string): { value: string; unit: string; inches: string } | null {
  const text = tidied(typed)
  const [, whole, inches = ''] = (measure === 'height' && feet.exec(text)) || []
  if (whole !== undefined) return { value: whole, unit: 'ft', inches }
  const [, value = text] = (measure === 'height' ? metric.exec(text) : (kilos.exec(text) ?? pounds.exec(text))) ?? []
  return value === text ? null : { value, unit: pounds.test(text) ? 'lb' : '', inches: '' }
}

/** The units of the form. The first is the default: centimetres or kilograms. */
export const measureUnits = {
  height: {
    hint: 'For example, 170 cm or 5 ft 7 in',
    units: [
      { value: '', label: 'cm' },
      { value: 'ft', label: 'ft, in' },
    ],
  },
  weight: {
    hint: 'For example, 68 kg or 150 lb',
    units: [
      { value: '', label: 'kg' },
      { value: 'lb', label: 'lb' },
    ],
  },
} as const satisfies Record<Measure, { hint: string; units: readonly { value: string; label: string }[] }>
