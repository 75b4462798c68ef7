export const withRank = ({ rank, name }: { rank: string; name: string }): string => `${rank} ${name}`.trim()
