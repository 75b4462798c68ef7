/** Longer than any name, unit or address a designer would think of, and all of them allowed. */
export const long = {
  firstName: 'MARIA CONCEPCION ASUNCION',
  middleName: 'EVANGELISTA-BUENAVENTURA',
  lastName: 'VILLANUEVA-MACAPAGAL DELA CRUZ',
  suffix: 'III',
  email: 'maria.concepcion.asuncion.villanueva-macapagal@mail.example.org',
  unitAssignment: '1302ND READY RESERVE INFANTRY BATTALION, 13TH REGIONAL COMMUNITY DEFENSE GROUP, CALABARZON',
  unitAddress: 'Camp General Macario Sakay, Barangay Bagong Kalsada-Pansol, Los Baños, Laguna 4030',
  words: 'Memorandum Circular 2025-017: revised guidelines on annual active duty training for ready reservists',
} as const
