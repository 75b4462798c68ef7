import type { ElectionField, ElectionForm } from '#shared/elections/settings/settings.ts'
import { scheduleFields, type Schedule } from '#shared/elections/schedule.ts'
import { settingsText } from '#shared/elections/settings/settings-text.ts'
import { showOpening, showTime } from '#web/elections/settings/schedule-text.ts'

export const resultsText: Record<ElectionForm['resultsVisible'], string> = {
  'while voting': 'While voting is open',
  'after close': 'Only after voting has closed',
}

const isTime = (field: ElectionField): field is keyof Schedule => (scheduleFields as readonly string[]).includes(field)

/** What a field holds, in words. */
export function showField(form: ElectionForm, field: ElectionField): string {
  if (isTime(field)) return showTime(field, form[field])
  switch (field) {
    case 'title':
      return form.title
    case 'seats':
      return form.seats.map(({ slot }) => slot).join(', ')
    case 'resultsVisible':
      return resultsText[form.resultsVisible]
    case 'eligibilityDate':
      return form.eligibilityDate === null ? settingsText.noEligibility : showOpening(form.eligibilityDate)
    case 'packagePublic':
      return form.packagePublic ? settingsText.packagePublic : settingsText.packageClosed
    default:
      return form[field] ? 'Yes' : 'No'
  }
}
