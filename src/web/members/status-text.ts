import type { Member } from '#web/api/members/profile.ts'

/** `Reservist, Ready Reserve (RRU, ARU)` */
export function statusText({ militaryStatus, reservistType, rruChecked, aruChecked }: Member): string {
  const units = [rruChecked && 'RRU', aruChecked && 'ARU'].filter(Boolean).join(', ')
  return [militaryStatus, reservistType && `${reservistType}${units && ` (${units})`}`].filter(Boolean).join(', ')
}
