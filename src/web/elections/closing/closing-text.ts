/** `1 ballot`, `2,000 ballots` */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`

export const withRank = ({ rank, name }: { rank: string; name: string }): string => `${rank} ${name}`.trim()
