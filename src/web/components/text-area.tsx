import type { TextareaHTMLAttributes } from 'react'
import { classes } from '#web/components/classes.ts'
import { FieldFrame, type FieldTexts } from '#web/components/field-frame.tsx'

type TextAreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement>

export function TextArea({ label, hint, error, optional, className, ...input }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, hint, error }} {...(optional && { optional })}>
      {(control) => <textarea rows={5} {...input} {...control} className={classes('field-box', className)} />}
    </FieldFrame>
  )
}
