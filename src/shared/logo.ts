/** The files of an uploaded logo, in the sizes that pages request. Without a logo, each has a built-in replacement. */
export const logoFiles = [
  'logo.webp',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-192.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'preview.png',
] as const
export type LogoFile = (typeof logoFiles)[number]

/** `logo` is the id of the upload, so that an address always means the same picture; empty if there is none. */
export const logoAddress = (logo: string, file: LogoFile, builtIn: string): string =>
  logo === '' ? builtIn : `/logo/${logo}/${file}`
