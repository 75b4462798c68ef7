export interface SamplePerson {
  id: string
  name: string
  rank: string
  unit: string
  number: string
}

const names = [
  'Maria Consuelo de la Peña',
  'Roberto Abad Jr.',
  'Ernesto Villaflor',
  'Imelda Tan',
  'José Ñungay',
  'Lourdes Magbanua',
  'Teodoro Ilagan',
]

export const people: readonly SamplePerson[] = Array.from({ length: 35 }, (_, place) => ({
  id: String(place + 1),
  name: names[place % names.length] ?? '',
  rank: ['1LT', 'SGT', 'CPT'][place % 3] ?? '',
  unit: '403rd Community Defense Center',
  number: `ARRAPI-000-${String(place + 1).padStart(3, '0')}`,
}))
