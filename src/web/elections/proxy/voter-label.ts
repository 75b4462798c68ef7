/** Two members may have one name; nobody else has their number. */
export const voterLabel = ({ name, idNumber }: { name: string; idNumber: string | null }) =>
  idNumber ? `${name} (${idNumber})` : name
