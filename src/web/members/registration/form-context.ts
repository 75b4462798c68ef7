import { createContext, useContext } from 'react'
import type { MemberFileKind } from '#shared/members/files.ts'
import type { PictureState } from '#web/components/picture-field.tsx'
import type { Upload } from '#web/components/upload.tsx'
import type { Problems } from '#web/members/registration/check.ts'
import type { KeptFiles } from '#web/members/registration/draft.ts'
import type { FieldName, PartName } from '#web/members/registration/form-values.ts'

export type Picture = PictureState<{ id: string }>

interface FormState {
  problems: Problems
  complete: ReadonlySet<PartName>
  /** Pictures that were sent before the page was opened anew. */
  kept: KeptFiles
  /** How often each picture field was begun anew. */
  begun: Partial<Record<MemberFileKind, number>>
  onPicture: (kind: MemberFileKind, picture: Picture) => void
  /** Where a picture goes, if not to a new registration. */
  upload?: (kind: MemberFileKind) => Upload<{ id: string }>
}

/** Of a form that has none of it. */
export const noFormState: FormState = {
  problems: {},
  complete: new Set(),
  kept: {},
  begun: {},
  onPicture: () => {},
}

export const FormContext = createContext(noFormState)

export const useFormState = () => useContext(FormContext)

/** What every control of the form is given. */
export function useField(name: FieldName): { name: FieldName; error: string | undefined } {
  return { name, error: useFormState().problems[name] }
}
