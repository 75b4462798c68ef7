import { useState, type InputHTMLAttributes } from 'react'
import { buttonClass } from '#web/components/button-class.ts'
import { classes } from '#web/components/classes.ts'
import { CheckIcon, FileIcon, icon } from '#web/components/icons.tsx'

export const CameraIcon = icon(<path d="M3 7h4l2-3h6l2 3h4v13H3zm9 10a4 4 0 1 0 0-8 4 4 0 0 0 0 8z" />)

interface PickerProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  label: string
  onPick: (file: File | undefined) => void
}

/** The input lies in its own label, so that it opens even before the page's code is there. */
export function Picker({ label, onPick, className, children, ...input }: PickerProps) {
  return (
    <label
      className={classes(
        buttonClass('outline', 'small'),
        'cursor-pointer has-[input:disabled]:opacity-60 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-navy-3',
        className,
      )}
    >
      <input
        {...input}
        type="file"
        className="sr-only"
        onChange={(event) => {
          onPick(event.target.files?.[0])
          event.target.value = '' // so that the same file can be chosen again
        }}
      />
      {children}
      <span className="sr-only">: {label}</span>
    </label>
  )
}

/** On a phone the buttons need its place until there is a picture. */
export function Thumbnail({
  preview,
  there,
  square,
}: {
  preview: string | undefined
  there: boolean
  square: boolean
}) {
  const box = classes('flex-none overflow-hidden rounded-field bg-navy-soft', square ? 'size-28' : 'h-28 w-24')
  const [unreadable, setUnreadable] = useState<string>()
  if (preview && preview !== unreadable)
    return (
      <img
        src={preview}
        alt=""
        onError={() => setUnreadable(preview)}
        className={classes(box, square ? 'object-cover' : 'object-contain')}
      />
    )
  return (
    <span aria-hidden="true" className={classes(box, 'grid place-items-center text-navy-3', !there && 'max-sm:hidden')}>
      {there && !preview ? (
        <CheckIcon className="size-8" />
      ) : square && !preview ? (
        <span className="display text-2xl">2x2</span>
      ) : (
        <FileIcon className="size-8" />
      )}
    </span>
  )
}
