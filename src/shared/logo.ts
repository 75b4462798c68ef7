/** The association's own logo in the sizes in which it is asked for; the site has a built-in mark in place of each. */
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

/** `logo` is the id of its upload, so that an address stands for one picture for ever; empty where there is none. */
export const logoAddress = (logo: string, file: LogoFile, builtIn: string): string =>
  logo === '' ? builtIn : `/logo/${logo}/${file}`
