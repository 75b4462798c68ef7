import { howTitle, secrecyFacts } from '#web/elections/text.ts'
import { LockIcon } from '#web/components/icons.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** How votes are kept secret, in plain words. */
export function Secrecy() {
  return (
    <section aria-labelledby="secrecy-title">
      <h2 id="secrecy-title" className="flex items-center gap-3 text-3xl">
        <LockIcon className="size-7 flex-none text-olive" />
        How your vote stays secret
      </h2>
      <ul className="mt-4 grid list-disc gap-3 pl-6 text-lg marker:text-olive">
        {secrecyFacts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <SiteLink href="/how-votes-are-counted" className="text-link mt-3 inline-flex min-h-11 items-center">
        {howTitle}
      </SiteLink>
    </section>
  )
}
