/** `JUAN CARLOS` as one is greeted, `Juan Carlos`: records are kept in capitals. A name that is not all capitals stays as it is. */
export function givenName(recorded: string): string {
  const name = recorded.trim()
  if (name !== name.toUpperCase()) return name
  return name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}’'])\p{L}/gu, (letter) => letter.toUpperCase())
}
