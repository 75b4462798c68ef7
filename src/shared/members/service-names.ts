import type { Service } from './enums.ts'

/** The services by their full names. */
export const fullServiceNames: Record<Service, string> = {
  PA: 'Philippine Army',
  PN: 'Philippine Navy',
  PAF: 'Philippine Air Force',
  TAS: 'Technical and Administrative Service',
}

/** `Philippine Army (PA)` */
export const serviceWithLetters = (ms: Service): string => `${fullServiceNames[ms]} (${ms})`
