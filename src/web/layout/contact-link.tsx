import { classes } from '#web/components/classes.ts'
import type { ContactWay } from '#web/layout/contact-ways.tsx'

/** One way to reach the association, with its sign. */
export function ContactLink({ way, className }: { way: ContactWay; className: string }) {
  const { label, value, href, Icon, outside } = way
  return (
    <a
      href={href}
      {...(outside && { target: '_blank', rel: 'noopener' })}
      className={classes('flex items-center gap-3', className)}
    >
      <Icon className="size-5 flex-none" />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{label}: </span>
        {value}
      </span>
    </a>
  )
}
