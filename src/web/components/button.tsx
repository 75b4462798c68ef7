import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import { buttonClass, type ButtonLook, type ButtonSize, classes } from './classes.ts'

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

export function Spinner({ className, label }: { className?: string; label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center gap-3">
      <span
        aria-hidden="true"
        className={classes(
          'inline-block flex-none animate-spin rounded-full border-[3px] border-current border-r-transparent',
          className ?? 'size-5',
        )}
      />
      {label}
    </span>
  )
}
