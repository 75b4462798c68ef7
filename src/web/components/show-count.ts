/** `1 ballot`, `2,000 ballots` */
export const showCount = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`
