import type { Measure } from './measures.ts'

/** What the form offers. The first needs no word: a number alone is in centimetres or kilograms. */
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
