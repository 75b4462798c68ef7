import type { ReactNode } from 'react'
import { classes } from '#web/components/classes.ts'
import { AlertIcon, CheckIcon, InfoIcon } from '#web/components/icons.tsx'

const tones = {
  error: { look: 'border-red bg-red-soft text-red', Icon: AlertIcon, role: 'alert' },
  warning: { look: 'border-gold bg-gold-soft text-gold-ink', Icon: AlertIcon, role: undefined },
  success: { look: 'border-green bg-green-soft text-green', Icon: CheckIcon, role: 'status' },
  info: { look: 'border-navy-3 bg-navy-soft text-navy-2', Icon: InfoIcon, role: undefined },
} as const

interface NoticeProps {
  tone: keyof typeof tones
  title?: string
  children?: ReactNode
  className?: string
}

/** A message in the page. The icon and the words carry the meaning; the colour only helps. */
export function Notice({ tone, title, children, className }: NoticeProps) {
  const { look, Icon, role } = tones[tone]
  return (
    <div role={role} className={classes('flex gap-3 rounded-field border-l-4 px-4 py-3', look, className)}>
      <Icon className="mt-0.5 size-5 flex-none" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
