import type { ReactNode } from 'react'
import { serviceNames, type Service } from '#shared/members/enums.ts'
import { classes } from './classes.ts'

const tones = {
  PA: 'bg-pa text-white',
  PN: 'bg-pn text-white',
  PAF: 'bg-paf text-white',
  TAS: 'bg-tas text-white',
  gold: 'bg-gold text-ink',
  green: 'bg-green text-white',
  red: 'bg-red text-white',
  plain: 'bg-navy-soft text-navy-2',
} as const satisfies Record<Service, string> & Record<string, string>

export function Pill({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={classes(
        'display inline-block max-w-full shrink-0 rounded-full wrap-normal px-2.5 py-1 leading-none tracking-wider',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** A service or one of its seats by its letters, with its name on hover and for screen readers. */
export function ServicePill({ service, children = service }: { service: Service; children?: ReactNode }) {
  return (
    <Pill tone={service}>
      <abbr title={serviceNames[service]} className="no-underline">
        {children}
      </abbr>
    </Pill>
  )
}
