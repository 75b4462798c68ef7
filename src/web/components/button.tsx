import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import { buttonClass, type ButtonLook, type ButtonSize } from '#web/components/button-class.ts'
import { classes } from '#web/components/classes.ts'
import { Spinner } from '#web/components/spinner.tsx'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  size?: ButtonSize
  /** Something is under way: further presses do nothing, and focus stays where it is. */
  busy?: boolean
}

export function Button({
  look = 'primary',
  size = 'normal',
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      className={classes(buttonClass(look, size), className)}
      onClick={press}
      {...rest}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  )
}
