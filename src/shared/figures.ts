/** Numbers as people read them: the same format on every screen, in every email and on paper. */

/** A whole number: `2,000`. Not by `toLocaleString`, whose first call blocks an old phone for 60 ms. */
export const showNumber = (value: number): string =>
  String(value).replace(
    /^(-?\d{1,3})((?:\d{3})+)$/,
    (_all, head: string, rest: string) => head + rest.replaceAll(/\d{3}/g, ',$&'),
  )

/** `1 ballot`, `2,000 ballots` */
export const showCount = (value: number, one: string, many = `${one}s`): string =>
  `${showNumber(value)} ${value === 1 ? one : many}`

/** `512 KB`, `3.4 MB`, `640 GB`. 1 MB is 1,048,576 bytes, as in the limits. */
export function showBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const size = bytes / 1024 ** power
  return `${power > 1 && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[power]}`
}

/** The digits of a hash in groups, to be read out and compared: `0f3a 9c21 77de`. */
export const inGroups = (hex: string): string => hex.replaceAll(/.{4}(?=.)/g, '$& ')

/** People compare this many digits by eye: nobody can make another key or hash that begins with them. */
export const firstDigits = (hex: string): string => inGroups(hex.slice(0, 16))
