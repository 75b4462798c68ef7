export const regions = ['NCR', 'Luzon', 'Visayas', 'Mindanao'] as const
export type Region = (typeof regions)[number]

export const services = ['PA', 'PN', 'PAF', 'TAS'] as const
export type Service = (typeof services)[number]

export const militaryStatuses = ['Regular', 'Reservist', 'Civilian Human Resource (CHR)'] as const

export const reservistTypes = ['Ready Reserve', 'Standby Reserve', 'Retired Reserve'] as const

export const bloodTypes = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-', 'Not known'] as const

export const serviceNames: Record<Service, string> = {
  PA: 'Army',
  PN: 'Navy',
  PAF: 'Air Force',
  TAS: 'Technical and Administrative Service',
}

export const fullServiceNames: Record<Service, string> = {
  PA: 'Philippine Army',
  PN: 'Philippine Navy',
  PAF: 'Philippine Air Force',
  TAS: 'Technical and Administrative Service',
}

/** `Philippine Army (PA)` */
export const serviceWithLetters = (service: Service): string => `${fullServiceNames[service]} (${service})`

/** Where voters are counted: a member without a region votes like any other. */
export const notStated = 'Not stated'
export const rollRegions = [...regions, notStated] as const
export type RollRegion = (typeof rollRegions)[number]
