import { z } from 'zod'
import { changeFields, changeText, isChangeFile, type ChangeField, type ChangeTextField } from '../privacy/changes.ts'
import { profileRules } from './profile.ts'

/** The value as the record would keep it, or what is wrong with it, by the rules of saving a profile. */
export function readChange(field: ChangeTextField, value: string): { value: string } | { wrong: string } {
  const read = profileRules[field].safeParse(value)
  return read.success ? { value: read.data } : { wrong: read.error.issues[0]?.message ?? changeText.unreadable }
}

/** A new value, or a picture that was sent before. */
export const changeFormSchema = z
  .object({
    field: z.enum(changeFields as readonly [ChangeField, ...ChangeField[]]),
    value: z.string().max(2000).default(''),
    file: z.uuid().optional(),
  })
  .transform(({ field, value, file }, context) => {
    const refuse = (path: 'value' | 'file', message: string) => {
      context.addIssue({ code: 'custom', path: [path], message })
      return z.NEVER
    }
    if (isChangeFile(field)) return file ? { field, file } : refuse('file', changeText.choosePicture)
    const read = readChange(field, value)
    return 'wrong' in read ? refuse('value', read.wrong) : { field, value: read.value }
  })
export type ChangeForm = z.output<typeof changeFormSchema>
