import type { Site } from '#web/api/site.ts'
import { CheckIcon } from '#web/components/icons.tsx'
import heroScene from '#web/content/hero.svg'
import { Emblem } from '#web/theme/emblem.tsx'

const reasons = [
  'Carry your membership card on your phone',
  'Read the announcements for members',
  'Nominate fellow members, and vote for the board',
]

/** Why one would log in. Beside the form on a wide screen, under it on a phone. */
export function LoginPanel({ site }: { site: Site }) {
  return (
    <section aria-label="For members" className="relative flex min-h-112 flex-col overflow-hidden bg-navy text-white">
      <img
        src={heroScene}
        alt=""
        width="1440"
        height="560"
        className="absolute inset-x-0 bottom-0 h-64 w-full object-cover object-[82%_100%] mask-t-from-70% lg:h-96"
      />
      <div className="relative px-5 pt-12 pb-64 md:mx-auto md:max-w-md lg:max-w-lg lg:pt-20 lg:pb-96">
        <Emblem className="h-24 w-auto" />
        <p className="display mt-6 text-4xl md:text-5xl">{site.tagline}</p>
        <ul className="mt-6 grid grid-cols-1 gap-3 text-lg text-sky">
          {reasons.map((reason) => (
            <li key={reason} className="flex gap-3 wrap-anywhere">
              <CheckIcon className="mt-1 size-5 flex-none text-gold-2" />
              <span className="min-w-0">{reason}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
