/** A military serial number as it is stored and compared. Formats differ between services, so its shape is never judged. */
export function normaliseSerial(typed: string): string {
  return typed.replaceAll(/\s+/g, '').toUpperCase()
}
