/** Joins class names, leaving out those that are missing. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

export type ButtonLook = 'primary' | 'accent' | 'outline' | 'outline-light' | 'quiet' | 'danger' | 'danger-outline'

const looks: Record<ButtonLook, string> = {
  primary: 'border-navy bg-navy text-white hover:bg-navy-2 active:bg-navy-2',
  accent: 'border-gold bg-gold text-ink hover:bg-gold-2 active:bg-gold-2',
  outline: 'border-edge bg-white text-ink hover:border-navy hover:bg-navy-soft',
  'outline-light': 'border-white/70 text-white hover:bg-white/10',
  quiet:
    'border-transparent text-navy-2 underline decoration-1 underline-offset-4 hover:bg-navy-soft hover:no-underline',
  danger: 'border-red bg-red text-white hover:bg-[#7f1414]',
  'danger-outline': 'border-red bg-white text-red hover:bg-red-soft',
}

export type ButtonSize = keyof typeof sizes

const sizes = {
  normal: 'min-h-12 px-5 py-2',
  small: 'min-h-11 px-4 py-1.5',
  /** For an icon alone, which needs an `aria-label`. */
  icon: 'size-11 flex-none',
} as const

/**
 * For links that act as buttons, too. At least 44 px high and as wide as their words, which wrap at the edge. Not printed,
 * because nobody can press them on paper.
 */
export function buttonClass(look: ButtonLook, size: ButtonSize = 'normal'): string {
  return classes(
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-field border text-center font-semibold transition-colors max-md:wrap-anywhere duration-150 print:hidden',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:cursor-not-allowed disabled:opacity-60',
    sizes[size],
    looks[look],
  )
}
