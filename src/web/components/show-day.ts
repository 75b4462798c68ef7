const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const manilaAhead = 8 * 60 * 60_000

/** `12 Mar 2025`, by Manila's calendar. Spelt out here because engines differ on `Sep`, and server and browser must agree. */
export function showDay(instant: string | number): string {
  const day = new Date(new Date(instant).getTime() + manilaAhead)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}
