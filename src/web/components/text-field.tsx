import type { InputHTMLAttributes } from 'react'
import { classes } from '#web/components/classes.ts'
import { FieldFrame, type FieldTexts } from '#web/components/field-frame.tsx'

type TextFieldProps = FieldTexts & InputHTMLAttributes<HTMLInputElement>

export function TextField({ label, hint, error, optional, className, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error }} {...(optional && { optional })}>
      {(control) => <input type="text" {...input} {...control} className={classes('field-box', className)} />}
    </FieldFrame>
  )
}
